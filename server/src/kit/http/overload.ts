import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { Overload } from '../errors.ts'

/** An overloaded server has to answer within 100 ms. Its other work delays a refusal as well, so that it is held for less where that takes long. */
const heldMilliseconds = 50
const stepMilliseconds = 5
/** How much of an earlier delay counts at the next step. */
const remembered = 0.9
/** How much of the time may be spent on answering refusals. Receiving them costs time on top. */
const share = 0.05
const mostMillisecondsAtOnce = 5
/** A connection that has ignored `Retry-After` so often is closed. */
const mostIgnored = 10

type Held = { reply: FastifyReply; refusal: Overload; since: number; ignored: number }

/**
 * Delays overload refusals a little: a client that retries at once would otherwise keep the process busy with refusing. One timer serves
 * all of them, and each response bypasses the framework, because refusing has to be cheaper than asking. Connections that ignore
 * `Retry-After` wait until there is time for them.
 */
export function overloadAnswers(log: FastifyBaseLogger) {
  const held: Held[] = []
  const impatient = new Set<Held>()
  const refused = new WeakSet<FastifyReply>()
  const impatience = impatienceOfSockets()
  let isScheduled = false
  let scheduledFor = 0
  let answeredAt = performance.now()
  /** The milliseconds by which the timer has been late: as long as a turn of the event loop takes. */
  let delay = 0
  let count = 0

  function schedule(milliseconds: number) {
    isScheduled = true
    scheduledFor = performance.now() + milliseconds
    setTimeout(answerDue, milliseconds)
  }

  function answerDue() {
    isScheduled = false
    const now = performance.now()
    delay = Math.max(now - scheduledFor, delay * remembered)
    const dueSince = now - Math.max(0, heldMilliseconds - delay)
    const later = held.findIndex(({ since }) => since > dueSince)
    for (const due of held.splice(0, later < 0 ? held.length : later)) answer(due)
    const end = now + Math.min(mostMillisecondsAtOnce, share * (now - answeredAt))
    answeredAt = now
    for (const due of impatient) {
      if (due.since > dueSince || performance.now() >= end) break
      impatient.delete(due)
      answer(due)
    }
    if (held.length || impatient.size) schedule(stepMilliseconds)
  }

  /** Logs the number of refusals once a second. A line for each would cost more than the refusal. */
  function logRefusal() {
    if (count++) return
    setTimeout(() => {
      log.warn({ refused: count }, 'overload')
      count = 0
    }, 1000).unref()
  }

  function answer(due: Held) {
    const { socket, destroyed } = due.reply.raw
    if (destroyed) return
    if (socket) impatience.answered(socket, due)
    send(due)
  }

  return {
    has: (reply: FastifyReply) => refused.has(reply),

    hold(reply: FastifyReply, refusal: Overload) {
      reply.hijack()
      refused.add(reply)
      logRefusal()
      const since = performance.now()
      const ignored = impatience.of(reply.raw.socket, since)
      const due = { reply, refusal, since, ignored }
      if (ignored) impatient.add(due)
      else held.push(due)
      if (isScheduled) return
      answeredAt = since
      schedule(stepMilliseconds)
    },
  }
}

/** Counts how often each connection has asked again before the time that its last refusal named. */
function impatienceOfSockets() {
  const last = new WeakMap<Socket, { ignored: number; until: number }>()
  return {
    of(socket: Socket | null, now: number) {
      const earlier = socket && last.get(socket)
      return earlier && now < earlier.until ? earlier.ignored + 1 : 0
    },
    answered(socket: Socket, { refusal, ignored }: Held) {
      last.set(socket, { ignored, until: performance.now() + 1000 * Number(refusal.headers['retry-after'] ?? 0) })
    },
  }
}

function send({ reply, refusal, ignored }: Held) {
  const body = JSON.stringify(refusal.body)
  reply.raw.writeHead(refusal.status, {
    ...(reply.getHeaders() as Record<string, string>),
    ...refusal.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...(ignored >= mostIgnored && { connection: 'close' }),
  })
  reply.raw.end(body)
}
