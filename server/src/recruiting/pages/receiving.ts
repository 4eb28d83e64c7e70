// How many forms arrive and are read at the same time. Each may bring a file that is held in memory.
import type { FastifyReply } from 'fastify'
import { Semaphore } from '../../kit/semaphore.ts'

/**
 * Forms that arrive at once. A slow phone takes two minutes, so neither a few slow ones of one network nor those of one workspace keep
 * out everybody else.
 */
const most = { ofAll: 16, ofWorkspace: 8, ofNetwork: 4 }

const noneWaits = () => 0

export class Receiving {
  readonly #workspaces = new Semaphore<number>({
    permits: () => most.ofAll,
    permitsPerKey: () => most.ofWorkspace,
    maxWaiting: noneWaits,
  })
  readonly #networks = new Semaphore<string>({ permitsPerKey: () => most.ofNetwork, maxWaiting: noneWaits })
  /** Reading, scanning and storing. A form that has arrived waits until it is its workspace's turn. */
  readonly reading = new Semaphore<number>({ permits: () => 4, timeout: () => 20_000 })

  /** Takes a place until the answer has been sent, or refuses. The network is null for this machine: a proxy that is not declared. */
  async begin({ tenant_id, network }: { tenant_id: number; network: string | null }, { raw }: FastifyReply) {
    const place = await this.#workspaces.acquire(tenant_id)
    raw.once('close', place)
    if (network) raw.once('close', await this.#networks.acquire(network))
  }
}
