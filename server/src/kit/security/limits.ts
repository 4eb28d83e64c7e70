import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { type Db, failureOf, nameOf } from '../db/db.ts'

export type Limits = ReturnType<typeof limitsIn>
export type Limit = { max: number; seconds: number }
export type Counter = Limit & { key: string }

/**
 * Counters of attempts that outlive a refusal, a restart and the process: each call is a transaction of its own, and one
 * statement, so that of 100 attempts at once no more than `max` pass.
 */
export function limitsIn(pool: pg.Pool) {
  const ask = async <Row extends pg.QueryResultRow>(text: string, values: unknown[], db?: Db) => {
    if (db) return db.executeQuery<Row>(CompiledQuery.raw(text, values))
    const name = nameOf(text)
    try {
      return await pool.query<Row>({ ...(name && { name }), text, values })
    } catch (error) {
      throw failureOf(error)
    }
  }

  /** Counts one attempt on all of these counters, or on none where one of them is full: then answers the one that is full for longest. */
  async function takeAll(counters: Counter[], db?: Db) {
    const values = counters.flatMap(({ key, max, seconds }) => [key, max, seconds])
    for (;;) {
      const { rows } = await ask<{ taken: number; full: number | null; wait: number | null }>(taking(counters.length), values, db)
      const { taken = 0, full = null, wait = null } = rows[0] ?? {}
      const counter = full === null ? undefined : counters[full]
      // A counter that was begun after this statement's moment, but seen by it, would seem to last longer than it does.
      if (counter) return { key: counter.key, wait: Math.min(wait ?? 0, counter.seconds) }
      if (taken === counters.length) return null
      // A counter became full during the statement. The next one will see it.
      if (taken)
        await giveBack(
          counters.slice(0, taken).map(({ key }) => key),
          db,
        )
    }
  }

  /** Uncounts one attempt on all of these counters. In a transaction it is uncounted when that commits. */
  async function giveBack(keys: string[], db?: Db) {
    await ask(givingBack(keys.length), keys, db)
  }

  return {
    takeAll,
    giveBack,

    /** Counts one attempt, in a transaction once that commits. Answers 0 where it may go on, else the seconds to wait. */
    take: async (key: string, limit: Limit, db?: Db) => (await takeAll([{ key, ...limit }], db))?.wait ?? 0,

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

    forget: (key: string) => ask('delete from limits where key = $1', [key]),

    /** Drops the counters that have run out. */
    sweep: () => ask('delete from limits where resets_at < now()', []),
  }
}

const placesOf = (count: number) => Array.from({ length: count }, (_, i) => i)

/**
 * Takes one counter after the other: all statements lock counters in the order that the caller gives, so that none waits for
 * another in a circle. The parameters are key, max and seconds of each counter.
 */
function taking(count: number) {
  const at = (i: number) => ({ key: `$${3 * i + 1}::text`, max: `$${3 * i + 2}::int`, seconds: `$${3 * i + 3}::int` })
  const places = placesOf(count)
  const full = places.map((i) => `select ${i} as place, resets_at from limits where key = ${at(i).key} and count >= ${at(i).max}`)
  const taken = places.map(
    (i) => `taken_${i} as (
      insert into limits as l (key, count, resets_at) select ${at(i).key}, 1, now() + ${at(i).seconds} * interval '1 second'
      where ${i ? `exists (select from taken_${i - 1})` : 'not exists (select from stopped)'}
      on conflict (key) do update set
        count = case when l.resets_at <= now() then 1 else l.count + 1 end,
        resets_at = case when l.resets_at <= now() then excluded.resets_at else l.resets_at end
      where l.count < ${at(i).max} or l.resets_at <= now()
      returning key)`,
  )
  return `with stopped as (
      select place, resets_at from (${full.join(' union all ')}) f where resets_at > now() order by resets_at desc limit 1),
    ${taken.join(',\n    ')}
    select ${places.map((i) => `(select count(*) from taken_${i})`).join(' + ')} as taken,
      (select place from stopped) as full, (select extract(epoch from resets_at - now())::float8 from stopped) as wait`
}

/** In the same order. The parameters are the keys. */
function givingBack(count: number) {
  const given = placesOf(count).map(
    (i) => `given_${i} as (
      update limits set count = greatest(count - 1, 0) where key = $${i + 1}
      ${i ? `and (select count(*) from given_${i - 1}) >= 0` : ''} returning key)`,
  )
  return `with ${given.join(',\n    ')} select`
}
