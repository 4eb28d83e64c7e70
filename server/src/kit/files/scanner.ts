// Asks ClamAV's daemon whether a file is malware, by its command INSTREAM (clamd(8)).
import { once } from 'node:events'
import net from 'node:net'
import { text } from 'node:stream/consumers'

/** Returns the name of the malware, or null. Rejects if the daemon doesn't answer, or can't tell. */
export type Scan = (bytes: AsyncIterable<Uint8Array>) => Promise<string | null>

/** The daemon reads as fast as it is sent to, and then takes about a second for 25 MB. */
const patience = 30_000
const endOfFile = Buffer.alloc(4)

/** `url` is like `tcp://127.0.0.1:3310`. Null without one. */
export function scannerAt(url: string | null): Scan | null {
  if (!url) return null
  const { hostname, port } = new URL(url)
  return async (bytes) => {
    const socket = net.connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) })
    socket.setTimeout(patience, () => socket.destroy(new Error('ClamAV does not answer.')))
    const reply = text(socket)
    try {
      // A daemon that breaks off has said why.
      await Promise.race([send(socket, bytes), reply])
      return malwareIn(await reply)
    } finally {
      socket.destroy()
      reply.catch(() => undefined)
    }
  }
}

async function send(socket: net.Socket, bytes: AsyncIterable<Uint8Array>) {
  const write = async (chunk: Uint8Array) => socket.write(chunk) || (await once(socket, 'drain'))
  await write(Buffer.from('zINSTREAM\0'))
  for await (const chunk of bytes) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    await write(length)
    await write(chunk)
  }
  await write(endOfFile)
}

function malwareIn(reply: string) {
  const said = reply.replace(/\0.*$/s, '')
  if (said === 'stream: OK') return null
  const [, name] = /^stream: (.+) FOUND$/.exec(said) ?? []
  if (name === undefined) throw new Error(`ClamAV answers ${JSON.stringify(said)}.`)
  return name
}
