// Development only: the web app straight from its sources, on the same port and hosts as the API.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createServer } from 'vite'
import type { Config } from '../config.ts'
import { hostOf } from './host.ts'
import { statusOf, webDirectory } from './pages.ts'

export async function serveLiveReload(
  app: FastifyInstance,
  { config, tenantIdOf }: { config: Config; tenantIdOf: (subdomain: string) => Promise<number | null> },
) {
  const vite = await createServer({
    root: webDirectory,
    appType: 'custom',
    server: {
      middlewareMode: true,
      ws: { server: app.server },
      hmr: { server: app.server },
      allowedHosts: [`.${config.hostname}`, config.hostname],
    },
  })
  app.addHook('onClose', () => vite.close())
  app.get('/*', (request, reply) => {
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, async () => {
      const html = await readFile(path.join(webDirectory, 'index.html'), 'utf8')
      const page = await vite.transformIndexHtml(request.url, html.replaceAll('__DOMAIN__', config.domain))
      const status = await statusOf(hostOf(request.raw), { config, tenantIdOf })
      reply.raw.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    })
  })
}
