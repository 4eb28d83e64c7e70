// Applicants who are hired: HR prepares it, and an administrator confirms.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, applicationProblems } from 'contract'
import { hrRows, okBody, people, today } from '../testing/world.ts'
import { stageRows } from '../testing/world-recruiting.ts'
import { applicantsWorld, interview, pathOf } from './testing-applicants.ts'

const { as, query, apply, read, mailsSent } = await applicantsWorld()
const [hana, ann, dev] = [as('hana'), as('ann'), as('dev')]
const { second } = stageRows.acme

test('HR prepares a hire, the administrator confirms it, and the invitation goes out', async () => {
  const id = await apply({ email: 'newcomer@applicants.test' })
  const job = { job_title: 'Engineer', department: 'IT', starts_on: addDays(today(), 20), location: hrRows.acme }
  await okBody(hana(`POST ${pathOf(id)}interviews/`, interview([people.dev.id])))
  await mailsSent(2)
  const prepared = await okBody(hana(`POST ${pathOf(id)}hire/`, job))
  assert.deepEqual([prepared.hire.starts_on, prepared.hire.prepared_by.full_name, prepared.hired], [job.starts_on, 'Hana', null])
  assert.equal((await read(id, dev)).hire, null)
  for (const [call, body] of [
    [`POST ${pathOf(id)}hire/`, job],
    [`PATCH ${pathOf(id)}`, { stage: second }],
  ] as const)
    assert.deepEqual((await hana(call, body)).body, { detail: applicationProblems.waiting })
  const [waiting] = await okBody(ann('GET /api/hires/'))
  assert.deepEqual([waiting.application, waiting.email, waiting.opening], [id, 'newcomer@applicants.test', 'Engineer'])
  const wrong = await ann(`POST ${pathOf(id)}confirm-hire/`, { role: 'hr', manager: people.pam.id })
  assert.equal(wrong.status, 400)
  await okBody(ann(`POST ${pathOf(id)}confirm-hire/`, { role: 'developer', manager: people.pam.id }))
  const [mail] = await mailsSent(1)
  assert.deepEqual([mail?.to, mail?.subject], ['newcomer@applicants.test', 'You are invited to Acme on Atrium'])
  const { hired: person, hire, stage, entries } = await read(id)
  assert.deepEqual([person.full_name, hire, stage.name], ['Bo Applicant', null, 'Hired'])
  assert.deepEqual(
    entries.map(({ event }: { event: string }) => event),
    ['hire', 'moved', 'hired'],
  )
  const [row] = await query(
    'select role, manager_id::float8, starts_on::text, location_id::float8, job_title from people where id = $1',
    person.id,
  )
  assert.deepEqual(row, {
    ...{ role: 'developer', manager_id: people.pam.id, starts_on: job.starts_on },
    ...{ location_id: hrRows.acme, job_title: 'Engineer' },
  })
  assert.deepEqual(await okBody(ann('GET /api/hires/')), [])
  assert.equal((await ann(`POST ${pathOf(id)}confirm-hire/`, { role: 'hr', manager: null })).status, 404)
  assert.deepEqual((await hana(`PATCH ${pathOf(id)}`, { stage: second })).body, { detail: applicationProblems.hired })
  const again = await apply({ email: 'newcomer@applicants.test' })
  assert.equal((await hana(`POST ${pathOf(again)}hire/`, job)).status, 400)
})

test('of two administrators who confirm at once, one invites', async () => {
  const id = await apply({ email: 'once@applicants.test' })
  const job = { job_title: 'Engineer', department: 'IT', starts_on: today(), location: null }
  await okBody(hana(`POST ${pathOf(id)}hire/`, job))
  const confirm = () => ann(`POST ${pathOf(id)}confirm-hire/`, { role: 'hr', manager: null })
  const answers = await Promise.all([confirm(), confirm(), confirm()])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404, 404])
  await mailsSent(1)
})

test('a hire that is withdrawn tells why, and can be prepared again', async () => {
  const id = await apply()
  const job = { job_title: 'Engineer', department: 'IT', starts_on: today(), location: null }
  await okBody(hana(`POST ${pathOf(id)}hire/`, job))
  await okBody(ann(`POST ${pathOf(id)}withdraw-hire/`, { reason: 'The budget is gone.' }))
  const { hire, entries } = await read(id)
  assert.deepEqual([hire, entries.at(-1).event, entries.at(-1).text], [null, 'withdrawn', 'The budget is gone.'])
  await okBody(hana(`POST ${pathOf(id)}hire/`, job))
  await okBody(hana(`POST ${pathOf(id)}withdraw-hire/`, { reason: '' }))
})
