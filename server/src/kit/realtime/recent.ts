import type { Audience } from './delivery-buffer.ts'

type Delivery = { at: number; tenant_id: number; text: string; audience: Audience & { topics: string[] } }

const keptMilliseconds = 60_000
const maxCharacters = 16 * 1024 * 1024
/** Dropping many at once is cheaper than one at a time. */
const dropMilliseconds = 1000

/** Keeps what this process has delivered within the last minute, so that a connection that joins a topic late receives what it missed. */
export class RecentDeliveries {
  #deliveries: Delivery[] = []
  #characters = 0
  #completeSince = performance.now()
  #droppedAt = performance.now()

  add(delivery: Omit<Delivery, 'at'>) {
    this.#deliveries.push({ ...delivery, at: performance.now() })
    this.#characters += delivery.text.length
    if (this.#characters > maxCharacters || this.#droppedAt < performance.now() - dropMilliseconds) this.#dropOld()
  }

  /** The deliveries to these topics within the last `age` milliseconds; undefined if some of them are not known any more. */
  within(age: number, { tenant_id, topics }: { tenant_id: number; topics: readonly string[] }) {
    const from = performance.now() - age
    if (from < this.#completeSince) return undefined
    const isMissed = (delivery: Delivery) =>
      delivery.at >= from && delivery.tenant_id === tenant_id && delivery.audience.topics.some((topic) => topics.includes(topic))
    return this.#deliveries.filter(isMissed)
  }

  /** Forgets everything, for when something may not have been delivered at all. */
  reset() {
    this.#deliveries = []
    this.#characters = 0
    this.#completeSince = performance.now()
  }

  #dropOld() {
    const limit = this.#characters > maxCharacters ? maxCharacters / 2 : maxCharacters
    const isOld = ({ at }: Delivery) => at < performance.now() - keptMilliseconds
    let dropped = 0
    for (const delivery of this.#deliveries) {
      if (!isOld(delivery) && this.#characters <= limit) break
      this.#characters -= delivery.text.length
      this.#completeSince = delivery.at
      dropped++
    }
    if (dropped) this.#deliveries = this.#deliveries.slice(dropped)
    this.#droppedAt = performance.now()
  }
}
