import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Mail } from '../kit/mail/mailer.ts'
import { sendMails } from '../mails.ts'
import { people, tenants, testApp } from '../testing/world.ts'
import { announceEndings } from './ending-notices.ts'
import { cashier, completed } from './testing.ts'

const world = await testApp()
const { query, pools, services } = world
const { setTime, deliver, notifications, mails, clear } = cashier(world)
const errors: unknown[] = []
const log = { info: () => undefined, warn: () => undefined, error: (details: unknown) => void errors.push(details) }
const sweep = () => announceEndings({ pools, services, log })
const { id: bo } = people.bo

/** As it stands in messages: the day `days` from today, in UTC. */
const inWords = (days: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.now() + days * 86_400_000)
const messagesOf = async (person_id: number = bo) => (await notifications(person_id)).map(({ message }) => message)

beforeEach(async () => {
  await clear()
  for (const at of ['acme', 'globex', 'shut', 'broke'] as const) await setTime(at, { ends: 20 })
})

test('the administrators are told 7, 3 and 1 days before the end, and on no other day', async () => {
  for (const [days, messages] of [
    [9, 0],
    [8, 0],
    [7, 1],
    [6, 1],
    [4, 1],
    [3, 2],
    [2, 2],
    [1, 3],
    [0, 3],
    [-1, 3],
  ] as const) {
    await query(`update ending_notices set ends_on = current_date + $1::int`, days)
    await setTime('broke', { ends: days })
    await sweep()
    assert.equal((await messagesOf()).length, messages, `${days} days left`)
  }
  assert.equal((await mails('ending')).length, 3)
})

test('they are told what ends, in how many days and when, with the way to the billing page', async () => {
  await setTime('broke', { ends: 7 })
  await setTime('globex', { paid: 1 })
  await sweep()
  assert.deepEqual(await notifications(bo), [{ message: `The free trial ends in 7 days, on ${inWords(7)}.`, link: '/billing' }])
  assert.deepEqual(await messagesOf(people.gwen.id), [`The paid time ends tomorrow, on ${inWords(1)}.`])
})

test('after days without a server, the newest stage alone is made up for, with the days that are left', async () => {
  for (const [days, message] of [
    [5, `in 5 days, on ${inWords(5)}`],
    [2, `in 2 days, on ${inWords(2)}`],
    [0, `today, on ${inWords(0)}`],
  ] as const) {
    await clear()
    await setTime('broke', { ends: days })
    for (let i = 0; i < 3; i++) await sweep()
    assert.deepEqual(await messagesOf(), [`The free trial ends ${message}.`])
  }
})

test('what has ended already is announced no more', async () => {
  await setTime('broke', { ends: -1 })
  assert.equal(await sweep(), 0)
  assert.deepEqual(await messagesOf(), [])
})

test('each is told once, however many servers look at the same time', async () => {
  await query(
    `insert into people (tenant_id, email, full_name, role, accepted_at) values (3, 'bill@broke.test', 'Bill', 'tenant_admin', now())`,
  )
  await query(
    `insert into people (tenant_id, email, full_name, role, accepted_at, is_active) values (3, 'gone@broke.test', 'Gone', 'tenant_admin', now(), false)`,
  )
  const [bill] = await query(`select id::float8 from people where email = 'bill@broke.test'`)
  await setTime('broke', { ends: 3 })
  await setTime('globex', { ends: 3 })
  const counts = await Promise.all(Array.from({ length: 8 }, sweep))
  assert.equal(
    counts.reduce((sum, n) => sum + n),
    2,
  )
  for (const id of [bo, bill?.id as number, people.gwen.id]) assert.equal((await messagesOf(id)).length, 1)
  assert.equal((await query('select from notifications')).length, 3)
  assert.equal((await mails('ending')).length, 3)
  await query(`delete from notifications; delete from people where email in ('bill@broke.test', 'gone@broke.test')`)
})

test('the day is that of the workspace’s time zone', async () => {
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await clear()
    await query('update tenants set timezone = $1 where id = 3', zone)
    await setTime('broke', { ends: 8 })
    assert.equal(await sweep(), 0, zone)
    await setTime('broke', { ends: 7 })
    assert.equal(await sweep(), 1, zone)
    assert.match((await messagesOf())[0] ?? '', /in 7 days/)
  }
})

test('a blocked workspace is told nothing', async () => {
  await setTime('shut', { ends: 3 })
  assert.equal(await sweep(), 0)
})

test('after a payment the new end is announced in its turn', async () => {
  await setTime('broke', { ends: 3 })
  await sweep()
  await deliver(completed('broke', { days: 4 }))
  await sweep()
  const [first, paid, next] = await messagesOf()
  assert.match(first ?? '', /^The free trial ends in 3 days/)
  assert.match(paid ?? '', /^Payment received/)
  assert.equal(next, `The paid time ends in 7 days, on ${inWords(7)}.`)
})

test('trouble with one workspace keeps no other from being told', async () => {
  await setTime('broke', { ends: 3 })
  await setTime('globex', { ends: 3 })
  await query(`alter table ending_notices add constraint trouble check (tenant_id <> 2)`)
  assert.equal(await sweep(), 1)
  await query('alter table ending_notices drop constraint trouble')
  assert.equal(errors.length, 1)
  assert.equal((await messagesOf()).length, 1)
  assert.equal(await sweep(), 1)
  assert.equal((await messagesOf(people.gwen.id)).length, 1)
})

const sent: Mail[] = []
const sending = { send: async (mail: Mail) => void sent.push(mail), close: () => undefined }
async function mailTo(address: string) {
  for (const end = Date.now() + 20_000; Date.now() < end; ) {
    const mail = sent.find(({ to }) => to === address)
    if (mail) return mail
    await new Promise((wait) => setTimeout(wait, 20))
  }
  return assert.fail(`No mail to ${address}.`)
}

test('the mails: when it ends, what happens then and what it costs; and a receipt that says what was paid', async () => {
  await query(`update tenants set name = 'Broke <b> & Co' where id = 3`)
  await setTime('broke', { ends: 3 })
  await setTime('globex', { ends: 1 })
  await setTime('acme', { ends: 3 })
  await sweep()
  // Of Acme's ending there is nothing to say any more, once it has paid.
  await deliver(completed('acme', { amount_total: 2900 }))
  await sendMails({ pools, services, mailer: sending, log })

  const ending = await mailTo('bo@broke.test')
  assert.equal(ending.subject, 'Broke <b> & Co: the free trial ends in 3 days')
  for (const text of [ending.html, ending.text])
    for (const part of [inWords(3), 'Nothing is deleted', '29.00 USD', '30 days', 'http://broke.localhost:8000/billing'])
      assert.ok(text.includes(part), part)
  assert.doesNotMatch(ending.html, /<b>/)
  assert.match((await mailTo('gwen@globex.test')).subject, /ends tomorrow$/)

  const receipt = await mailTo('ann@acme.test')
  assert.equal(receipt.subject, 'Payment received for Acme: 29.00 USD')
  for (const part of ['29.00 USD', inWords(0), inWords(33), 'cs_test_acme_', 'http://acme.localhost:8000/billing'])
    assert.ok(receipt.text.includes(part), part)
  for (let tries = 0; tries < 500; tries++) {
    const left = await query(`select from pgboss.job where name = 'mail' and state in ('created', 'active', 'retry')`)
    if (!left.length) break
    await new Promise((wait) => setTimeout(wait, 20))
  }
  assert.equal(sent.length, 3)
  await query(`update tenants set name = 'Broke' where id = $1`, tenants.broke.id)
})
