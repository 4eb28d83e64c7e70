import pg from 'pg'
import type { Connect } from './bus.ts'
import { keptOpen } from './reconnecting.ts'

const channel = 'atrium_live'
/** PostgreSQL takes less than 8000 bytes; some of them number the part. */
const partBytes = 7900
const answerMilliseconds = 5000

/**
 * LISTEN and NOTIFY over a connection of its own. A text of any length goes in numbered parts: those of one statement arrive
 * together, in their order. Whoever may log in may listen and notify, so no rights are needed.
 */
export const overPostgres = (url: string): Connect =>
  keptOpen(async ({ onText, onEnd }) => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'atrium bus',
      keepAlive: true,
      connectionTimeoutMillis: answerMilliseconds,
      query_timeout: answerMilliseconds,
      // A notice is not stored, so there is nothing for its commit to wait for.
      options: '-c synchronous_commit=off',
    })
    const parts = new Map<number, string[]>()
    client.on('error', onEnd)
    client.on('end', onEnd)
    client.on('notification', ({ processId, payload = '' }) => {
      const [, place, count, part = ''] = /^(\d+)\/(\d+) (.*)$/s.exec(payload) ?? []
      const before = place === '1' ? [] : (parts.get(processId) ?? [])
      const whole = [...before, part]
      if (place !== count) return void parts.set(processId, whole)
      parts.delete(processId)
      onText(whole.join(''))
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    return {
      send: (text) => client.query(`select pg_notify('${channel}', part) from unnest($1::text[]) as part`, [partsOf(text)]),
      probe: () => client.query('select 1'),
      end: () => client.end(),
    }
  })

/** In ASCII, where a character is a byte and no part can end within one. */
function partsOf(text: string) {
  const ascii = text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const parts = ascii.match(new RegExp(`.{1,${partBytes}}`, 'gs')) ?? []
  return parts.map((part, i) => `${i + 1}/${parts.length} ${part}`)
}
