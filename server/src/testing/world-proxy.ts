// For tests: a proxy between browsers and a server that simulates network failures.
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'

/** Forwards connections to the port that `to` returns. */
export async function startNetwork(to: () => number) {
  const open = new Set<{ near: net.Socket; far: net.Socket; isDead: boolean }>()
  const server = net.createServer((near) => {
    const far = net.connect(to(), '127.0.0.1')
    const link = { near, far, isDead: false }
    open.add(link)
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      from.setNoDelay(true)
      from.on('data', (data) => {
        if (!link.isDead) other.write(data)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        if (!link.isDead) other.destroy()
        if (near.destroyed && far.destroyed) open.delete(link)
      })
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')

  const any = () => {
    const living = [...open].filter(({ isDead }) => !isDead)
    return living[Math.floor(Math.random() * living.length)]
  }

  return {
    port: (server.address() as AddressInfo).port,

    /** Cuts a random connection. */
    cut() {
      const link = any()
      link?.near.destroy()
      link?.far.destroy()
    },

    /** Makes a random connection drop all data, without closing it. */
    freeze() {
      const link = any()
      if (link) link.isDead = true
    },

    async close() {
      server.close()
      for (const { near, far } of open) {
        near.destroy()
        far.destroy()
      }
    },
  }
}
