// For tests: a proxy between browsers and a server that simulates network failures.
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'

/** Forwards connections to a port of this host. */
export async function startProxy(portOfServer: () => number, host = '127.0.0.1') {
  const links = new Set<{ client: net.Socket; upstream: net.Socket; isDead: boolean }>()
  const server = net.createServer((client) => {
    const upstream = net.connect(portOfServer(), '127.0.0.1')
    const link = { client, upstream, isDead: false }
    links.add(link)
    for (const [from, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.setNoDelay(true)
      from.on('data', (data) => {
        if (!link.isDead) other.write(data)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        if (!link.isDead) other.destroy()
        if (client.destroyed && upstream.destroyed) links.delete(link)
      })
    }
  })
  await once(server.listen(0, host), 'listening')

  const randomLink = () => {
    const living = [...links].filter(({ isDead }) => !isDead)
    return living[Math.floor(Math.random() * living.length)]
  }

  return {
    port: (server.address() as AddressInfo).port,

    /** Cuts a random connection. */
    cut() {
      const link = randomLink()
      link?.client.destroy()
      link?.upstream.destroy()
    },

    /** Makes a random connection drop all data, without closing it. */
    freeze() {
      const link = randomLink()
      if (link) link.isDead = true
    },

    async close() {
      server.close()
      for (const { client, upstream } of links) {
        client.destroy()
        upstream.destroy()
      }
    },
  }
}
