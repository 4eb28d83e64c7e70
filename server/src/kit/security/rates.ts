import { tooFast } from '../errors.ts'

/** Multiples of a session's rate. A bucket holds `burstSeconds` of its rate. */
const shares = { session: 1, person: 2, address: 10, tenant: 30 } as const
const burstSeconds = 60
/** Open sockets per address, for each request a second of a session. The default of 10,000 is twenty times a busy office. */
const socketsForRate = 50
const minSweepSize = 1000

/**
 * Token buckets by key. A bucket is stored as the moment when it is full again, so a full one needs no memory. The rate is per second;
 * 0 has no limit.
 */
export class Buckets {
  readonly #fullAt = new Map<string, number>()
  readonly #rate: number
  #sweepSize = minSweepSize

  constructor(session_rate: number, kind: keyof typeof shares) {
    this.#rate = session_rate * shares[kind]
  }

  get size() {
    return this.#fullAt.size
  }

  /** Takes a token, or throws 429 with the seconds to wait. */
  take(key: string, now = performance.now()) {
    if (this.#rate === 0) return
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, now) + 1000 / this.#rate
    const tooSoon = fullAt - now - burstSeconds * 1000
    if (tooSoon > 0) throw tooFast(tooSoon / 1000)
    this.#fullAt.set(key, fullAt)
    if (this.#fullAt.size > this.#sweepSize) this.#sweep(now)
  }

  #sweep(now: number) {
    for (const [key, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(key)
    this.#sweepSize = Math.max(minSweepSize, 2 * this.#fullAt.size)
  }
}

/** Counts the open sockets of each address. */
export class OpenSockets {
  readonly #counts = new Map<string, number>()
  readonly #max: number

  constructor(session_rate: number) {
    this.#max = session_rate === 0 ? Number.POSITIVE_INFINITY : session_rate * socketsForRate
  }

  mustHaveRoom(network: string | null) {
    if (network && (this.#counts.get(network) ?? 0) >= this.#max) throw tooFast(60)
  }

  /** Counts a socket until the returned function is called. */
  add(network: string | null) {
    if (!network) return () => undefined
    this.#counts.set(network, (this.#counts.get(network) ?? 0) + 1)
    return () => {
      const left = (this.#counts.get(network) ?? 1) - 1
      if (left) this.#counts.set(network, left)
      else this.#counts.delete(network)
    }
  }
}

/**
 * The network of one internet subscriber: an IPv4 address, or the first 64 bits of an IPv6 address. Null for loopback, which stands for
 * everybody behind an undeclared proxy on this machine, and from which nobody attacks.
 */
export function networkOf(address: string) {
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (ipv4) return ipv4.startsWith('127.') ? null : ipv4
  if (address === '::1') return null
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groupsOf = (text = '') => (text ? text.split(':') : [])
  const [first, last] = [groupsOf(head), groupsOf(tail)]
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - first.length - last.length }, () => '0')
  const groups = [...first, ...zeros, ...last].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
