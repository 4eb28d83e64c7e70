import type pg from 'pg'
import { failureOf } from './db.ts'

export type Limits = ReturnType<typeof limitsIn>
export type Limit = { max: number; seconds: number }

/**
 * Counters of attempts that outlive a refusal, a restart and the process: each call is a transaction of its own, and one
 * statement, so that of 100 attempts at once no more than `max` pass.
 */
export function limitsIn(pool: pg.Pool) {
  const ask = async <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => {
    try {
      return await pool.query<Row>(text, values)
    } catch (error) {
      throw failureOf(error)
    }
  }

  return {
    /** Counts one attempt. Answers 0 where it may go on, else the seconds to wait. */
    async take(key: string, { max, seconds }: Limit) {
      const { rows } = await ask<{ count: number; wait: number }>(
        `insert into limits as l (key, count, resets_at) values ($1, 1, now() + $2 * interval '1 second')
         on conflict (key) do update set
           count = case when l.resets_at <= now() then 1 else l.count + 1 end,
           resets_at = case when l.resets_at <= now() then excluded.resets_at else l.resets_at end
         returning count, extract(epoch from resets_at - now())::float8 as wait`,
        [key, seconds],
      )
      const [row] = rows
      return row && row.count > max ? row.wait : 0
    },

    /** Names the stretch of time that the first call begins: for `seconds` every call with this key is told the same. */
    async stretch(key: string, seconds: number) {
      const { rows } = await ask<{ ends: string }>(
        `insert into limits as l (key, count, resets_at) values ($1, 1, now() + $2 * interval '1 second')
         on conflict (key) do update set
           resets_at = case when l.resets_at <= now() then excluded.resets_at else l.resets_at end
         returning extract(epoch from resets_at)::text as ends`,
        [key, seconds],
      )
      return rows[0]?.ends ?? ''
    },

    /** Takes one attempt back, where it turned out not to count. */
    giveBack: (key: string) => ask('update limits set count = greatest(count - 1, 0) where key = $1', [key]),

    forget: (key: string) => ask('delete from limits where key = $1', [key]),

    /** Drops the counters that have run out. */
    sweep: () => ask('delete from limits where resets_at < now()', []),
  }
}
