import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { Overload } from '../errors.ts'

/** An overloaded server has to answer within 100 ms. Its other work delays a refusal as well, so that it is held for less where that takes long. */
const heldMilliseconds = 50
const stepMilliseconds = 5
/** How much of an earlier delay counts at the next step. */
const remembered = 0.9

type Held = { reply: FastifyReply; refusal: Overload; since: number }

/**
 * Delays overload refusals a little: a client that retries at once would otherwise keep the process busy with refusing. One timer serves
 * all of them, and each response bypasses the framework, because refusing has to be cheaper than asking.
 */
export function overloadAnswers(log: FastifyBaseLogger) {
  const held: Held[] = []
  const refused = new WeakSet<FastifyReply>()
  let isScheduled = false
  let scheduledFor = 0
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
    if (held.length) schedule(stepMilliseconds)
  }

  /** Logs the number of refusals once a second. A line for each would cost more than the refusal. */
  function logRefusal() {
    if (count++) return
    setTimeout(() => {
      log.warn({ refused: count }, 'overload')
      count = 0
    }, 1000).unref()
  }

  return {
    has: (reply: FastifyReply) => refused.has(reply),

    hold(reply: FastifyReply, refusal: Overload) {
      reply.hijack()
      refused.add(reply)
      logRefusal()
      held.push({ reply, refusal, since: performance.now() })
      if (!isScheduled) schedule(stepMilliseconds)
    },
  }
}

function answer({ reply, refusal }: Held) {
  const body = JSON.stringify(refusal.body)
  reply.raw.writeHead(refusal.status, {
    ...(reply.getHeaders() as Record<string, string>),
    ...refusal.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  reply.raw.end(body)
}
