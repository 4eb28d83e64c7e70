import pg from 'pg'
import type { Connect } from './bus.ts'

const channel = 'atrium_live'
/** PostgreSQL takes less than 8000 bytes; some of them number the part. */
const partBytes = 7900
const probeMilliseconds = 10_000
const answerMilliseconds = 5000
const longestPause = 2000

/**
 * LISTEN and NOTIFY over a connection of its own. A text of any length goes in numbered parts: those of one statement arrive
 * together, in their order. Whoever may log in may listen and notify, so no rights are needed.
 */
export const overPostgres =
  (url: string): Connect =>
  async ({ onText, onConnected }) => {
    let client: pg.Client | null = null
    let isReady = false
    let isClosed = false
    let tries = 0
    let pause: NodeJS.Timeout | undefined

    async function connect() {
      const fresh = new pg.Client({
        connectionString: url,
        application_name: 'atrium bus',
        keepAlive: true,
        connectionTimeoutMillis: answerMilliseconds,
        query_timeout: answerMilliseconds,
        // A notice is not stored, so there is nothing for its commit to wait for.
        options: '-c synchronous_commit=off',
      })
      const parts = new Map<number, string[]>()
      fresh.on('error', () => drop(fresh))
      fresh.on('end', () => drop(fresh))
      fresh.on('notification', ({ processId, payload = '' }) => {
        const [, place, count, part = ''] = /^(\d+)\/(\d+) (.*)$/s.exec(payload) ?? []
        const before = place === '1' ? [] : (parts.get(processId) ?? [])
        const whole = [...before, part]
        if (place !== count) return void parts.set(processId, whole)
        parts.delete(processId)
        onText(whole.join(''))
      })
      client = fresh
      try {
        await fresh.connect()
        await fresh.query(`listen ${channel}`)
        if (client !== fresh) return void fresh.end().catch(() => undefined)
        isReady = true
        tries = 0
        onConnected()
      } catch {
        drop(fresh)
      }
    }

    function drop(broken: pg.Client) {
      if (client !== broken) return
      client = null
      isReady = false
      void broken.end().catch(() => undefined)
      if (isClosed) return
      pause = setTimeout(() => void connect(), Math.min(longestPause, 50 * 2 ** tries++) * (0.5 + Math.random() / 2))
    }

    async function ask(text: string, values: unknown[] = []) {
      const asked = client
      if (!asked || !isReady) throw new Error('The bus has no connection.')
      try {
        await asked.query(text, values)
      } catch (error) {
        drop(asked)
        throw error
      }
    }

    // A connection can be gone without a word, and then brings nothing for ever.
    const probe = setInterval(() => void ask('select 1').catch(() => undefined), probeMilliseconds)
    await connect()

    return {
      send: (text) => ask(`select pg_notify('${channel}', part) from unnest($1::text[]) as part`, [partsOf(text)]),
      async close() {
        isClosed = true
        clearInterval(probe)
        clearTimeout(pause)
        const open = isReady ? client : null
        client = null
        isReady = false
        await open?.end().catch(() => undefined)
      },
    }
  }

/** In ASCII, where a character is a byte and no part can end within one. */
function partsOf(text: string) {
  const ascii = text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const parts = ascii.match(new RegExp(`.{1,${partBytes}}`, 'gs')) ?? []
  return parts.map((part, i) => `${i + 1}/${parts.length} ${part}`)
}
