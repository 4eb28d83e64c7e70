import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from 'contract'
import { hrRows, okBody, people, testApp, today } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const hana = as('hana')

test('a holiday that several move at the same moment leaves no day behind without its cost', async () => {
  await query('delete from holidays where tenant_id = 1')
  await query('update people set location_id = $2 where id = $1', people.dev.id, hrRows.acme)
  const monday = addDays(today(), 8 - (new Date(today()).getUTCDay() || 7))
  const week = Array.from({ length: 5 }, (_, n) => addDays(monday, n))
  const { id: leave_id } = await okBody(
    hana('POST /api/leave/', { type: hrRows.acme, person: people.dev.id, from: week[0], to: week[4] }),
  )
  const { id } = await okBody(
    hana(`POST /api/locations/${hrRows.acme}/holidays/`, { day: week[0], name: 'Fair', is_half: false }),
  )
  for (let round = 0; round < 10; round++) {
    await Promise.all(week.map((day) => okBody(hana(`PATCH /api/holidays/${id}/`, { day }))))
    const [holiday] = await query('select day::text from holidays where tenant_id = 1')
    const days = await query(`select distinct day::text from leave_days where leave_id = $1 order by day::text`, leave_id)
    assert.deepEqual(
      days.map(({ day }) => day),
      week.filter((day) => day !== holiday?.day),
    )
  }
})
