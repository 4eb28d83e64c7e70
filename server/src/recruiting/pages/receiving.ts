// How many forms arrive and are read at the same time. Each may bring a file that is held in memory.
import type { FastifyReply } from 'fastify'
import { unavailable } from '../../kit/errors.ts'
import { Semaphore } from '../../kit/semaphore.ts'

/** Forms that arrive at once. A slow phone takes two minutes, so a few slow ones of one network must not keep out everybody else. */
const most = { ofAll: 16, ofNetwork: 4 }

export class Receiving {
  #all = 0
  readonly #byNetwork = new Map<string, number>()
  /** Reading, scanning and storing. A form that has arrived waits for it. */
  readonly reading = new Semaphore({ permits: () => 4, maxWaiting: () => most.ofAll, timeout: () => 20_000 })

  /** Takes a place until the answer has been sent, or refuses. */
  begin(network: string | null, { raw }: FastifyReply) {
    const own = (network && this.#byNetwork.get(network)) || 0
    if (this.#all >= most.ofAll || own >= most.ofNetwork) throw unavailable()
    this.#all++
    if (network) this.#byNetwork.set(network, own + 1)
    raw.once('close', () => {
      this.#all--
      if (network) this.#giveBack(network)
    })
  }

  #giveBack(network: string) {
    const left = (this.#byNetwork.get(network) ?? 1) - 1
    if (left) this.#byNetwork.set(network, left)
    else this.#byNetwork.delete(network)
  }
}
