/** The subscribers of the topics who receive a delivery. A connection that has just read the content with this `key` is skipped. */
export type Audience = { topics?: string[]; only?: number; except?: number; key?: string }

const maxBuffered = 1000
/** Another server may deliver something this long after it was committed, and thus after it was read here. */
const knownMilliseconds = 60_000

type Options = {
  /** The person on the connection; undefined until the first lookup. */
  personId: () => number | undefined
  isSubscribed: (topic: string) => boolean
  write: (text: string) => void
  onOverflow: () => void
}

/** Filters a connection's deliveries, and buffers them while it syncs or is suspended. */
export class DeliveryBuffer {
  readonly #options: Options
  #buffer: { text: string; audience: Audience }[] | null = null
  #isBehind = false
  #syncs = 0
  #suspensions = 0
  #knownKeys = new Set<string>()
  #syncedAt = 0

  constructor(options: Options) {
    this.#options = options
  }

  deliver(text: string, audience: Audience = {}) {
    if (!this.#buffer) this.#writeIfMeant(text, audience)
    else if (this.#buffer.length >= maxBuffered) this.#options.onOverflow()
    else this.#buffer.push({ text, audience })
  }

  /** Deliveries with these keys are skipped for a while, because the browser has their content. */
  addKnown(keys: string[]) {
    for (const key of keys) this.#knownKeys.add(key)
  }

  dropOldKeys() {
    if (this.#syncedAt < performance.now() - knownMilliseconds) this.#knownKeys.clear()
  }

  /** Buffers deliveries until the next sync ends, because an earlier one may be missing. Returns the number of that sync. */
  bufferUntilSynced() {
    this.#buffer ??= []
    this.#isBehind = true
    return ++this.#syncs
  }

  /** Runs a sync. Deliveries stay buffered if a newer sync has been requested meanwhile. */
  async sync(number: number, read: () => Promise<void>) {
    this.#knownKeys = new Set()
    await read()
    if (number !== this.#syncs) return
    this.#isBehind = false
    this.#syncedAt = performance.now()
    this.#flush()
  }

  /** Buffers deliveries while the person's permissions are looked up. Each call needs one `resume`. */
  suspend() {
    this.#buffer ??= []
    this.#suspensions++
  }

  /** Sends the buffered deliveries of topics that are still subscribed, and drops the others. */
  resume() {
    this.#suspensions--
    this.#flush()
  }

  #flush() {
    if (this.#isBehind || this.#suspensions) return
    const buffer = this.#buffer ?? []
    this.#buffer = null
    for (const { text, audience } of buffer)
      if (audience.topics?.some(this.#options.isSubscribed) ?? true) this.#writeIfMeant(text, audience)
  }

  #writeIfMeant(text: string, { only, except, key }: Audience) {
    const id = this.#options.personId()
    const isRecipient = only === undefined ? id !== except : id === only
    if (isRecipient && !(key && this.#knownKeys.has(key))) this.#options.write(text)
  }
}
