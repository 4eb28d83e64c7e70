import { createServer, type ServerResponse } from 'node:http'
import { Registry } from 'prom-client'
import type { Config } from '../../config.ts'
import { isSame } from '../security/tokens.ts'
import { type Collected, render } from './collect.ts'

type CollectAll = () => Promise<{ worker: string; collected: Collected }[]>

/** Serves `/metrics` on a port of its own, so that no address of a workspace leads to it. Returns the function that stops it. */
export async function serveMetrics({ port, host, token }: NonNullable<Config['metrics']>, collectAll: CollectAll) {
  const server = createServer((request, response) => {
    const { url, method, headers } = request
    request.resume()
    if (token && !isSame(headers.authorization ?? '', `Bearer ${token}`))
      return answer(response, 401, 'A token is required.\n', { 'www-authenticate': 'Bearer' })
    if (url?.split('?')[0] !== '/metrics') return answer(response, 404, 'Not found.\n')
    if (method !== 'GET') return answer(response, 405, 'Use GET.\n', { allow: 'GET' })
    collectAll()
      .then(render)
      .then(
        (text) => answer(response, 200, text, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }),
        () => answer(response, 500, 'Something went wrong.\n'),
      )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, resolve)
  })
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

function answer(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers }).end(text)
}
