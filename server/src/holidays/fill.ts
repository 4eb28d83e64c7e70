// Fills in the public holidays of locations, year by year.
import type { Log, Pools } from '../kit/context.ts'
import { type Db, inTenant, sql } from '../kit/db/db.ts'
import { type Day, holidaysOf } from './calendars.ts'

export type HolidayPlace = { id: number; country: string | null; region: string | null }

/** Adds holidays, apart from those of days that have one. */
export async function addHolidays(db: Db, location_id: number, days: readonly Day[]) {
  if (!days.length) return
  await db
    .insertInto('holidays')
    .values(days.map((day) => ({ location_id, ...day })))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'location_id', 'day']).doNothing())
    .execute()
}

/** The public holidays of these years, both included. None without a country. */
export async function holidaysFor({ country, region }: Pick<HolidayPlace, 'country' | 'region'>, from: number, through: number) {
  const days: Day[] = []
  if (country !== null) for (let year = from; year <= through; year++) days.push(...(await holidaysOf(country, region, year)))
  return days
}

/**
 * Adds the holidays of next year to every location that has none of it yet, once a night. Returns the number of locations. A failure in one
 * workspace doesn't stop the others.
 */
export async function fillNextYear({ pools, log, now = new Date() }: { pools: Pools; log: Log; now?: Date }) {
  const next = now.getUTCFullYear() + 1
  const due = await inTenant(pools.platform, 0, 'read only', async (db) => {
    const { rows } = await sql<HolidayPlace & { tenant_id: number; filled_through: number }>`
      /* across tenants */
      select l.tenant_id, l.id, l.country, l.region, l.filled_through from locations l
      where l.country is not null and l.filled_through < ${next} order by l.tenant_id, l.id`.execute(db)
    return rows
  })
  let filled = 0
  for (const { tenant_id, filled_through, ...place } of due)
    await fill(pools, { tenant_id, place, from: filled_through + 1, through: next }).then(
      () => filled++,
      (error: unknown) => log.error({ err: error, tenant_id, location: place.id }, 'holidays not filled in'),
    )
  return filled
}

type Filling = { tenant_id: number; place: HolidayPlace; from: number; through: number }

async function fill(pools: Pools, { tenant_id, place, from, through }: Filling) {
  const days = await holidaysFor(place, from, through)
  await inTenant(pools.workspace, tenant_id, 'read write', async (db) => {
    const locked = await db
      .updateTable('locations')
      .set({ filled_through: through })
      .where('id', '=', place.id)
      // Unless it has got another calendar meanwhile.
      .where('country', '=', place.country)
      .where('filled_through', '=', from - 1)
      .returning('id')
      .executeTakeFirst()
    if (locked) await addHolidays(db, place.id, days)
  })
}
