const burst = 100
const framesPerSecond = 20
/** A client that goes on after this many refusals is disconnected. */
const maxRefusals = 200

/** A token bucket for the frames that one connection sends. Without a limit for requests, there is none for frames. */
export class FrameLimit {
  #tokens = burst
  #refilledAt = performance.now()
  readonly #isUnlimited: boolean

  constructor(request_rate: number) {
    this.#isUnlimited = request_rate === 0
  }

  /** Counts one frame. */
  take(): 'accepted' | 'refused' | 'abusive' {
    if (this.#isUnlimited) return 'accepted'
    const now = performance.now()
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#refilledAt) / 1000) * framesPerSecond) - 1
    this.#refilledAt = now
    return this.#tokens >= 0 ? 'accepted' : this.#tokens > -maxRefusals ? 'refused' : 'abusive'
  }
}
