// Development only: serves the web app from its sources, on the same port and hosts as the API.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createServer } from 'vite'
import type { Config } from '../../config.ts'
import { filledIn, type PageName, pageOf, webDirectory } from './pages.ts'

/** Returns the frame of the pages of openings, for an address. */
export async function serveLiveReload(
  app: FastifyInstance,
  { config, tenantIdOf }: { config: Config; tenantIdOf: (subdomain: string) => Promise<number | null> },
): Promise<(address: string) => Promise<string>> {
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
  const sourceOf = async (name: PageName) => {
    if (name === 'index') return readFile(path.join(webDirectory, 'index.html'), 'utf8')
    const { render } = await vite.ssrLoadModule('/src/landing/render.tsx')
    return String(render(name))
  }
  const documentOf = async (name: PageName, address: string) =>
    vite.transformIndexHtml(address, filledIn(await sourceOf(name), config))
  app.addHook('onClose', () => vite.close())
  app.get('/*', (request, reply) => {
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, async () => {
      const found = await pageOf(request, { config, tenantIdOf })
      if ('to' in found) return reply.raw.writeHead(302, { location: found.to }).end()
      const page = await documentOf(found.name, request.url)
      return reply.raw.writeHead(found.status, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    })
  })
  return (address) => documentOf('jobs', address)
}
