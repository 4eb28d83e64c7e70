/** A place in a stream: `previous` is the id of the entry before it, null for the first one. */
export type Position = { id: number; previous: number | null }

/** `delivered` and `expected` are ids: everything up to them has been delivered, or is known to exist. */
type Stream = {
  delivered: number
  expected: number
  pending: { position: Position; deliver: () => void }[]
  gapTimer?: NodeJS.Timeout
}

/** How long a missing entry may be late: longer than a notice takes on a busy server. */
const patienceMilliseconds = 1000
const maxStreams = 50_000

/**
 * Delivers the entries of several servers in stream order. An entry that overtakes its predecessor waits for it. If the predecessor
 * does not arrive in time, or may have been missed, nothing is delivered and `onLost` names the stream to read again.
 */
export class Sequencer {
  readonly #streams = new Map<string, Stream>()
  readonly #onLost: (name: string) => void

  constructor(onLost: (name: string) => void) {
    this.#onLost = onLost
  }

  /** States that the entry with this id exists. It is reported lost unless it is delivered in time. */
  expect(name: string, id: number) {
    const stream = this.#streamOf(name, id)
    stream.expected = Math.max(stream.expected, id)
    this.#watchForGap(name, stream)
  }

  /** Runs `act` once everything up to this id has been delivered, which is usually at once. */
  after(name: string, id: number, act: () => void) {
    if (id <= this.#streamOf(name, id).delivered) act()
    else this.deliver(name, { position: { id, previous: id } }, act)
  }

  /** Calls `deliver` when the entry's turn comes, which is usually at once. A repeated entry is dropped if it was delivered before. */
  deliver(name: string, { position, isRepeated = false }: { position: Position; isRepeated?: boolean }, deliver: () => void) {
    const isKnown = this.#streams.has(name) || position.previous === null
    const stream = this.#streamOf(name, isKnown ? 0 : position.id)
    // A connection that is just opening may have read the stream before this entry's predecessor was committed.
    if (position.id <= stream.delivered) return isRepeated ? undefined : this.#onLost(name)
    stream.expected = Math.max(stream.expected, position.id)
    stream.pending.push({ position, deliver })
    for (let entry = nextEntry(stream); entry; entry = nextEntry(stream)) {
      stream.pending.splice(stream.pending.indexOf(entry), 1)
      stream.delivered = Math.max(stream.delivered, entry.position.id)
      entry.deliver()
    }
    this.#watchForGap(name, stream)
  }

  /** Forgets every stream, for when all of them are read again anyway. */
  reset() {
    for (const stream of this.#streams.values()) stopTimer(stream)
    this.#streams.clear()
  }

  #streamOf(name: string, delivered: number) {
    const stream: Stream = this.#streams.get(name) ?? { delivered, expected: delivered, pending: [] }
    this.#streams.set(name, stream)
    if (this.#streams.size > maxStreams) this.#streams.delete(oldestComplete(this.#streams))
    return stream
  }

  /** Starts the gap timer if an entry is missing. */
  #watchForGap(name: string, stream: Stream) {
    if (stream.expected > stream.delivered)
      stream.gapTimer ??= setTimeout(() => this.#giveUp(name, stream), patienceMilliseconds).unref()
    else stopTimer(stream)
  }

  #giveUp(name: string, stream: Stream) {
    stream.delivered = stream.expected
    stream.pending = []
    stopTimer(stream)
    this.#onLost(name)
  }
}

const nextEntry = ({ delivered, pending }: Stream) => pending.find(({ position }) => (position.previous ?? 0) <= delivered)

/** The oldest stream without a gap. */
function oldestComplete(streams: Map<string, Stream>) {
  for (const [name, { gapTimer }] of streams) if (!gapTimer) return name
  return ''
}

function stopTimer(stream: Stream) {
  clearTimeout(stream.gapTimer)
  delete stream.gapTimer
}
