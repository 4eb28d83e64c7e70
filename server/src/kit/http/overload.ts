import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { Overload } from '../errors.ts'

/** An overloaded server has to answer within 100 ms. */
const heldMilliseconds = 75
const stepMilliseconds = 5

type Held = { reply: FastifyReply; refusal: Overload; since: number }

/**
 * Answers what is refused for overload, a little later: a client that asks again at once would otherwise keep the process busy with
 * refusing. One timer serves all, and each answer is written past the framework, as refusing has to stay cheaper than asking.
 */
export function overloadAnswers(log: FastifyBaseLogger) {
  const held: Held[] = []
  const refused = new WeakSet<FastifyReply>()
  let timer: NodeJS.Timeout | undefined
  let count = 0

  function answerDue() {
    timer = undefined
    const due = performance.now() - heldMilliseconds
    const later = held.findIndex(({ since }) => since > due)
    for (const one of held.splice(0, later < 0 ? held.length : later)) answer(one)
    if (held.length) timer = setTimeout(answerDue, stepMilliseconds)
  }

  /** Counts what is refused: a line for each would cost more than the refusal. */
  function note() {
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
      note()
      held.push({ reply, refusal, since: performance.now() })
      timer ??= setTimeout(answerDue, heldMilliseconds)
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
