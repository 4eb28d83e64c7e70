import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { type Db, failureOf, nameOf } from '../db/db.ts'
import { tooMany } from '../errors.ts'

export type Limits = ReturnType<typeof limitsIn>
/** `amount` is how much an attempt counts, one if absent. */
export type Limit = { max: number; seconds: number; amount?: number }
export type Counter = Limit & { key: string }

/**
 * Counters of attempts that survive a refusal, a restart and the process. Each call is one statement in a transaction of its own, so that
 * of 100 simultaneous attempts at most `max` pass.
 */
export function limitsIn(pool: pg.Pool) {
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[], db?: Db) => {
    if (db) return db.executeQuery<Row>(CompiledQuery.raw(text, values))
    const name = nameOf(text)
    try {
      return await pool.query<Row>({ ...(name && { name }), text, values })
    } catch (error) {
      throw failureOf(error)
    }
  }

  /** Counts one attempt on all counters and returns null. If one is full, counts on none and returns the one that is full for longest. */
  async function takeAll(counters: Counter[], db?: Db) {
    const values = counters.flatMap(({ key, max, seconds, amount = 1 }) => [key, max, seconds, amount])
    for (;;) {
      const { rows } = await query<{ taken: number; full: number | null; wait: number | null }>(
        taking(counters.length),
        values,
        db,
      )
      const { taken = 0, full = null, wait = null } = rows[0] ?? {}
      const counter = full === null ? undefined : counters[full]
      // A counter that started after this statement's `now()` would seem to last longer than `seconds`.
      if (counter) return { key: counter.key, wait: Math.min(wait ?? 0, counter.seconds) }
      if (taken === counters.length) return null
      // A counter became full during the statement. The next statement will see it.
      const counted = counters.slice(0, taken)
      if (taken) await giveBack(counted, db)
    }
  }

  /** Counts one attempt; within a transaction, when it commits. Returns 0 if the attempt may proceed, else the seconds to wait. */
  const take = async (key: string, limit: Limit, db?: Db) => (await takeAll([{ key, ...limit }], db))?.wait ?? 0

  /** Takes an attempt back from all counters. Within a transaction, this takes effect when it commits. */
  async function giveBack(counters: (string | Pick<Counter, 'key' | 'amount'>)[], db?: Db) {
    const values = counters.flatMap((counter) =>
      typeof counter === 'string' ? [counter, 1] : [counter.key, counter.amount ?? 1],
    )
    await query(givingBack(counters.length), values, db)
  }

  return {
    takeAll,
    giveBack,

    take,

    /** Counts one attempt like `take`, and refuses it with the seconds to wait if it may not proceed. */
    async mustTake(key: string, limit: Limit, db?: Db) {
      const wait = await take(key, limit, db)
      if (wait) throw tooMany(wait)
    },

    /** Names the period that the first call starts. For `seconds`, every call with this key gets the same name. */
    async stretch(key: string, seconds: number) {
      const { rows } = await query<{ ends: string }>(
        `insert into limits as l (key, count, resets_at) values ($1, 1, now() + $2 * interval '1 second')
         on conflict (key) do update set
           resets_at = case when l.resets_at <= now() then excluded.resets_at else l.resets_at end
         returning extract(epoch from resets_at)::text as ends`,
        [key, seconds],
      )
      return rows[0]?.ends ?? ''
    },

    /** Deletes expired counters. */
    sweep: () => query('delete from limits where resets_at < now()', []),
  }
}

const placesOf = (count: number) => Array.from({ length: count }, (_, i) => i)

/**
 * A statement that takes one counter after the other. All statements lock counters in the caller's order, which prevents deadlocks. The
 * parameters are key, max, seconds and amount of each counter.
 */
function taking(count: number) {
  const at = (i: number) => ({
    key: `$${4 * i + 1}::text`,
    max: `$${4 * i + 2}::int`,
    seconds: `$${4 * i + 3}::int`,
    amount: `$${4 * i + 4}::int`,
  })
  const places = placesOf(count)
  const full = places.map(
    (i) => `select ${i} as place, resets_at from limits where key = ${at(i).key} and count + ${at(i).amount} > ${at(i).max}`,
  )
  const taken = places.map(
    (i) => `taken_${i} as (
      insert into limits as l (key, count, resets_at) select ${at(i).key}, ${at(i).amount}, now() + ${at(i).seconds} * interval '1 second'
      where ${i ? `exists (select from taken_${i - 1})` : 'not exists (select from stopped)'}
      on conflict (key) do update set
        count = case when l.resets_at <= now() then excluded.count else l.count + excluded.count end,
        resets_at = case when l.resets_at <= now() then excluded.resets_at else l.resets_at end
      where l.count + excluded.count <= ${at(i).max} or l.resets_at <= now()
      returning key)`,
  )
  return `with stopped as (
      select place, resets_at from (${full.join(' union all ')}) f where resets_at > now() order by resets_at desc limit 1),
    ${taken.join(',\n    ')}
    select ${places.map((i) => `(select count(*) from taken_${i})`).join(' + ')} as taken,
      (select place from stopped) as full, (select extract(epoch from resets_at - now())::float8 from stopped) as wait`
}

/** A statement that gives attempts back, in the same order. The parameters are key and amount of each counter. */
function givingBack(count: number) {
  const given = placesOf(count).map(
    (i) => `given_${i} as (
      update limits set count = greatest(count - $${2 * i + 2}::int, 0) where key = $${2 * i + 1}
      ${i ? `and (select count(*) from given_${i - 1}) >= 0` : ''} returning key)`,
  )
  return `with ${given.join(',\n    ')} select`
}
