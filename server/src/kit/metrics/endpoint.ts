import { createServer, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { Registry } from 'prom-client'
import type { Config } from '../../config.ts'
import { isLoopback } from '../http/host.ts'
import { isSame } from '../security/tokens.ts'
import { type Collected, render } from './collect.ts'

type CollectAll = () => Promise<{ worker: string; collected: Collected }[]>

/** Serves `/metrics` on a port of its own, so that no address of a workspace leads to it. Returns the function that stops it. */
export async function serveMetrics({ port, host, names, token }: NonNullable<Config['metrics']>, collectAll: CollectAll) {
  const server = createServer((request, response) => {
    const { url, method, headers } = request
    request.resume()
    if (!isOurs(headers.host, [host, ...names])) return answer(response, 400, 'Bad host.\n')
    if (token && !isSame(headers.authorization ?? '', `Bearer ${token}`))
      return answer(response, 401, 'A token is required.\n', { 'www-authenticate': 'Bearer' })
    if (url?.split('?')[0] !== '/metrics') return answer(response, 404, 'Not found.\n')
    if (method !== 'GET' && method !== 'HEAD') return answer(response, 405, 'Use GET.\n', { allow: 'GET, HEAD' })
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

/**
 * A page of a stranger's domain could point that at this address, and read the figures in a browser of this network. It can't have the
 * name of this machine, an address, or a name without dots, as networks of containers have.
 */
function isOurs(sent: string | undefined, names: readonly string[]) {
  const [, hostname] = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/.exec(sent?.toLowerCase() ?? '') ?? []
  if (hostname === undefined) return false
  return isLoopback(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || !hostname.includes('.') || names.includes(hostname)
}

function answer(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers }).end(text)
}
