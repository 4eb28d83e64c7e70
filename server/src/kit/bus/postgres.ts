import pg from 'pg'
import type { Connect } from './bus.ts'
import { reconnecting } from './reconnecting.ts'

const channel = 'atrium_live'
/** PostgreSQL's payloads are shorter than 8000 bytes, including the part's number. */
const partBytes = 7900
const answerMilliseconds = 5000

/**
 * LISTEN and NOTIFY over a connection of its own. A long text is sent in numbered parts, which arrive together and in order because one
 * statement sends them. Any role that may log in may listen and notify.
 */
export const overPostgres = (url: string): Connect =>
  reconnecting(async ({ onText, onEnd }) => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'atrium bus',
      keepAlive: true,
      connectionTimeoutMillis: answerMilliseconds,
      query_timeout: answerMilliseconds,
      // Notices are not stored, so their commit need not wait for the disk.
      options: '-c synchronous_commit=off',
    })
    const parts = new Map<number, string[]>()
    client.on('error', onEnd)
    client.on('end', onEnd)
    client.on('notification', ({ processId, payload = '' }) => {
      const [, number, count, part = ''] = /^(\d+)\/(\d+) (.*)$/s.exec(payload) ?? []
      const before = number === '1' ? [] : (parts.get(processId) ?? [])
      const whole = [...before, part]
      if (number !== count) return void parts.set(processId, whole)
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

/** Splits a text into parts. It is escaped to ASCII first, so that a character is a byte and no part ends within one. */
function partsOf(text: string) {
  const ascii = text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const parts = ascii.match(new RegExp(`.{1,${partBytes}}`, 'gs')) ?? []
  return parts.map((part, i) => `${i + 1}/${parts.length} ${part}`)
}
