import type { Connect } from './bus.ts'
import { reconnecting } from './reconnecting.ts'

const answerMilliseconds = 5000

/** PUBLISH and SUBSCRIBE on a channel, both over one connection. Needs Redis 6 or newer. */
export const overRedis =
  (url: string, channel: string): Connect =>
  ({ onText, onConnected, onError }) => {
    let isAway = false
    return reconnecting(async ({ onText, onEnd }) => {
      try {
        const connection = await dial(url, { channel, onText, onEnd })
        isAway = false
        return connection
      } catch (error) {
        if (!isAway) onError(new Error(`Redis at ${new URL(url).host} does not answer, and is tried again: ${reasonOf(error)}`))
        isAway = true
        throw error
      }
    })({ onText, onConnected, onError })
  }

type Options = { channel: string; onText: (text: string) => void; onEnd: () => void }

async function dial(url: string, { channel, onText, onEnd }: Options) {
  // Imported only if Redis is configured, because it takes a while to load.
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url,
    name: 'atrium-bus',
    disableOfflineQueue: true,
    socket: { connectTimeout: answerMilliseconds, reconnectStrategy: false },
  })
  client.on('error', onEnd)
  client.on('end', onEnd)
  const end = async () => {
    if (client.isOpen) client.destroy()
  }
  try {
    await inTime(client.connect())
    await inTime(client.subscribe(channel, onText))
  } catch (error) {
    await end()
    throw error
  }
  return { send: (text: string) => inTime(client.publish(channel, text)), probe: () => inTime(client.ping()), end }
}

async function inTime<T>(answer: Promise<T>) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), answerMilliseconds)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : error instanceof Error ? error.message : String(error)
