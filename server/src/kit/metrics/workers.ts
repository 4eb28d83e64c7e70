import cluster, { type Worker } from 'node:cluster'
import type { Collect, Collected } from './collect.ts'

type Question = { metrics: 'wanted'; number: number; isShared: boolean }
type Reply = { metrics: 'collected'; number: number; collected: Collected }

/** A worker that takes longer is left out, because the figures of the others must arrive in time. */
const answerMilliseconds = 2000

/** Sends this worker's figures whenever the primary process asks for them. */
export function answerPrimary(collect: Collect) {
  process.on('message', (question: Partial<Question> | null) => {
    if (question?.metrics !== 'wanted') return
    const { number = 0, isShared = false } = question
    const reply = (collected: Collected) => process.send?.({ metrics: 'collected', number, collected } satisfies Reply)
    void collect({ isShared }).then(reply, () => undefined)
  })
}

/** Returns the function that collects the figures of all workers that answer. */
export function askingWorkers() {
  const places = new Map<number, Worker>()
  let questions = 0

  /** Gives each worker the lowest free number, so that the label's values stay few however often workers are replaced. */
  function placeAll() {
    const living = new Set(Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected()))
    for (const [place, worker] of places) if (!living.delete(worker)) places.delete(place)
    for (const worker of living) {
      let place = 1
      while (places.has(place)) place++
      if (worker) places.set(place, worker)
    }
    return [...places].sort(([a], [b]) => a - b)
  }

  return async () => {
    const answers = placeAll().map(async ([place, worker], index) => {
      const collected = await ask(worker, { metrics: 'wanted', number: ++questions, isShared: index === 0 })
      return collected ? [{ worker: String(place), collected }] : []
    })
    return (await Promise.all(answers)).flat()
  }
}

function ask(worker: Worker, question: Question) {
  return new Promise<Collected | null>((resolve) => {
    const end = (collected: Collected | null) => {
      clearTimeout(timer)
      worker.off('message', onReply)
      resolve(collected)
    }
    const onReply = (reply: Partial<Reply> | null) => {
      if (reply?.metrics === 'collected' && reply.number === question.number) end(reply.collected ?? null)
    }
    const timer = setTimeout(end, answerMilliseconds, null)
    worker.on('message', onReply)
    worker.send(question, (error) => error && end(null))
  })
}
