import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Holiday, Location } from 'contract'
import { daysFrom, okBody, testApp, today } from '../testing/world.ts'

const { as } = await testApp()
const hana = as('hana')

test('another country brings its holidays to come, and none that would be over', async () => {
  const body = { name: 'Office', country: 'DE', region: 'BE', timezone: 'Europe/Berlin' }
  const { id }: Location = await okBody(hana('POST /api/locations/', body))
  const year = Number(today().slice(0, 4))
  const holidaysIn = async (wanted: number): Promise<Holiday[]> =>
    okBody(hana(`GET /api/locations/${id}/holidays/?year=${wanted}`))
  const over = async () => (await holidaysIn(year)).filter(({ day }) => day < today()).map(({ day }) => day)
  const before = await over()
  await okBody(hana(`PATCH /api/locations/${id}/`, { country: 'AT' }))
  assert.deepEqual(await over(), before)
  const next = (await holidaysIn(year + 1)).map(({ day }) => day)
  assert.ok(next.includes(`${year + 1}-01-06`) && !next.includes(`${year + 1}-03-08`))
})

test('a change leaves everything as it is that it does not name', async () => {
  const body = { name: 'Studio', country: 'DE', region: 'BE', timezone: 'Europe/Berlin', is_default: true }
  const { id }: Location = await okBody(hana('POST /api/locations/', body))
  assert.deepEqual(await okBody(hana(`PATCH /api/locations/${id}/`, { name: 'Attic' })), { id, ...body, name: 'Attic' })
  const day = daysFrom(3)
  const half: Holiday = await okBody(hana(`POST /api/locations/${id}/holidays/`, { day, name: 'Fair', is_half: true }))
  assert.deepEqual(await okBody(hana(`PATCH /api/holidays/${half.id}/`, { name: 'Feast' })), { ...half, name: 'Feast' })
})
