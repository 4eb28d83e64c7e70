// For tests: the network between browsers and a server, which can fail in the ways that networks do.
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'

/** Passes connections on to whatever listens on that port at the time. */
export async function startNetwork(to: () => number) {
  const open = new Set<{ near: net.Socket; far: net.Socket; isDead: boolean }>()
  const server = net.createServer((near) => {
    const far = net.connect(to(), '127.0.0.1')
    const link = { near, far, isDead: false }
    open.add(link)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.setNoDelay(true)
      one.on('data', (data) => {
        if (!link.isDead) other.write(data)
      })
      one.on('error', () => undefined)
      one.on('close', () => {
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

    /** Ends one of the connections, in the midst of whatever is under way. */
    cut() {
      const link = any()
      link?.near.destroy()
      link?.far.destroy()
    },

    /** From now on one of them carries nothing, and neither side is told. */
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
