import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DirectoryPerson, PersonRecord } from 'contract'
import { hrRows, type Name, okBody, outcome, people, testApp } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, max, dev, dana, hana] = [as('ann'), as('pam'), as('max'), as('dev'), as('dana'), as('hana')]

const recordOf = (who: Name, of: Name): Promise<PersonRecord> => okBody(as(who)(`GET /api/people/${people[of].id}/`))
const changeJob = (of: Name, change: object) => hana(`PATCH /api/people/${people[of].id}/job/`, change)
const listed = async (of: Name): Promise<DirectoryPerson | undefined> => {
  const all: DirectoryPerson[] = await okBody(dev('GET /api/directory/'))
  return all.find(({ id }) => id === people[of].id)
}

test('everybody finds everybody who works here, by name, with job, contact and whom they report to', async () => {
  await okBody(changeJob('dana', { job_title: 'Designer', department: 'Product', phone: '+49 30 123' }))
  const all: DirectoryPerson[] = await okBody(dev('GET /api/directory/'))
  assert.deepEqual(
    all.map(({ full_name }) => full_name),
    ['Ann', 'Dana', 'Deb', 'Dev', 'Hana', 'Max', 'Pam', 'Una'],
  )
  assert.deepEqual(await listed('dana'), {
    ...{ id: people.dana.id, full_name: 'Dana', email: 'dana@acme.test', role: 'developer' },
    ...{ job_title: 'Designer', department: 'Product', reports_to: people.pam.id, location: null, phone: '+49 30 123' },
    away_until: null,
  })
  for (const reader of [ann, pam, hana]) assert.deepEqual(await okBody(reader('GET /api/directory/')), all)
})

test('people without a location are at the default one, if there is one', async () => {
  await okBody(hana(`PATCH /api/locations/${hrRows.acme}/`, { is_default: true }))
  assert.equal((await listed('una'))?.location, hrRows.acme)
  const other = await okBody(hana('POST /api/locations/', { name: 'Island', timezone: 'Pacific/Auckland' }))
  await okBody(changeJob('una', { location: other.id }))
  assert.equal((await listed('una'))?.location, other.id)
  assert.equal((await recordOf('hana', 'una')).job?.location, other.id)
  await okBody(hana(`DELETE /api/locations/${other.id}/`))
  assert.equal((await listed('una'))?.location, hrRows.acme)
  assert.equal((await recordOf('hana', 'una')).job?.location, null)
  await okBody(hana(`PATCH /api/locations/${hrRows.acme}/`, { is_default: false }))
  assert.equal((await listed('una'))?.location, null)
})

test('HR alone changes a job, and neither role nor access with it', async () => {
  const change = {
    role: 'tenant_admin',
    is_active: false,
    full_name: 'X',
    email: 'x@acme.test',
    job_title: 'Tester',
    starts_on: '2026-02-02',
  }
  const record: PersonRecord = await okBody(changeJob('una', change))
  assert.deepEqual([record.person.job_title, record.job?.starts_on], ['Tester', '2026-02-02'])
  const [row] = await query('select full_name, email, role, is_active from people where id = $1', people.una.id)
  assert.deepEqual(row, { full_name: 'Una', email: 'una@acme.test', role: 'developer', is_active: true })
  for (const who of [ann, pam, dev]) assert.equal((await who(`PATCH /api/people/${people.una.id}/job/`, change)).status, 403)
})

test('the last day is not before the first, whichever of them changes', async () => {
  const message = { ends_on: ['The last day can’t be before the first.'] }
  await okBody(changeJob('deb', { starts_on: '2026-02-02', ends_on: '2026-02-02' }))
  assert.deepEqual(outcome(await changeJob('deb', { ends_on: '2026-02-01' })), [400, message])
  assert.deepEqual(outcome(await changeJob('deb', { starts_on: '2026-02-03' })), [400, message])
  const record: PersonRecord = await okBody(changeJob('deb', { ends_on: '' }))
  assert.equal(record.job?.ends_on, null)
})

test('each sees of a record what concerns them: its job, its checklists, and what is private', async () => {
  const partsFor = async (who: Name) => {
    const { job, checklists, private: own, documents } = await recordOf(who, 'dev')
    return Object.entries({ job, checklists, own, documents }).flatMap(([part, value]) => (value === null ? [] : [part]))
  }
  const all = ['job', 'checklists', 'own', 'documents']
  assert.deepEqual(
    [await partsFor('hana'), await partsFor('dev'), await partsFor('pam'), await partsFor('ann'), await partsFor('dana')],
    [all, all, ['job', 'checklists'], ['job'], []],
  )
  // The next manager sees it instead.
  await query('delete from members where person_id = $1', people.dev.id)
  await query('update people set manager_id = $2 where id = $1', people.dev.id, people.max.id)
  assert.deepEqual([await partsFor('pam'), await partsFor('max')], [[], ['job', 'checklists']])
  await query('update people set manager_id = $2 where id = $1', people.dev.id, people.pam.id)
})

test('private data are changed by HR and the person, and by nobody else', async () => {
  const path = `PATCH /api/people/${people.dev.id}/private/`
  const mine: PersonRecord = await okBody(dev(path, { birthday: '1990-05-01', address: 'Lane 1' }))
  const theirs: PersonRecord = await okBody(hana(path, { phone: '+49 171 1', birthday: '' }))
  assert.deepEqual(mine.private, { birthday: '1990-05-01', address: 'Lane 1', phone: '', emergency_contact: '' })
  assert.deepEqual(theirs.private, { birthday: null, address: 'Lane 1', phone: '+49 171 1', emergency_contact: '' })
  for (const who of [ann, pam, dana])
    assert.deepEqual(outcome(await who(path, { address: 'X' })), [403, { detail: 'Only HR and the person can change this.' }])
  assert.deepEqual(await okBody(hana(path, {})), theirs)
})

test('a schedule holds from a day on, and is replaced by another one from the same day', async () => {
  const path = (from: string) => `/api/people/${people.deb.id}/schedules/${from}/`
  const [whole, short] = [
    [480, 480, 480, 480, 480, 0, 0],
    [300, 300, 300, 0, 0, 0, 0],
  ]
  await okBody(hana(`PUT ${path('2026-06-01')}`, { minutes: whole }))
  await okBody(hana(`PUT ${path('2026-01-01')}`, { minutes: whole }))
  const record: PersonRecord = await okBody(hana(`PUT ${path('2026-06-01')}`, { minutes: short }))
  assert.deepEqual(record.job?.schedules, [
    { from: '2026-01-01', minutes: whole },
    { from: '2026-06-01', minutes: short },
  ])
  const left: PersonRecord = await okBody(hana(`DELETE ${path('2026-01-01')}`))
  assert.deepEqual(left.job?.schedules, [{ from: '2026-06-01', minutes: short }])
  assert.equal((await hana(`DELETE ${path('2026-01-01')}`)).status, 404)
  assert.equal((await hana(`PUT ${path('2026-02-30')}`, { minutes: whole })).status, 404)
})

test('HR says whom administrators, managers and HR report to, and administrators whom developers do', async () => {
  await okBody(changeJob('pam', { reports_to: people.ann.id }))
  const record = await recordOf('dev', 'pam')
  assert.deepEqual([record.person.reports_to, record.manager], [people.ann.id, { id: people.ann.id, full_name: 'Ann' }])
  await okBody(changeJob('dev', { reports_to: people.pam.id }))
  const refusals = [
    ['dev', people.max.id, 'Developers report to their project manager, whom an administrator assigns.'],
    ['dev', null, 'Developers report to their project manager, whom an administrator assigns.'],
    ['ann', people.ann.id, 'People can’t report to themselves.'],
    ['ann', people.pam.id, 'This person reports to Ann, directly or through others.'],
    ['ann', people.dev.id, 'Choose an administrator, a project manager or somebody in HR.'],
    ['ann', people.gil.id, 'Choose a person of this workspace.'],
  ] as const
  for (const [of, reports_to, message] of refusals)
    assert.deepEqual(outcome(await changeJob(of, { reports_to })), [400, { reports_to: [message] }])
})

test('two changes at once make no circle', async () => {
  for (let round = 0; round < 5; round++) {
    await query('update people set reports_to_id = null where tenant_id = 1')
    const changes = [
      changeJob('ann', { reports_to: people.pam.id }),
      changeJob('pam', { reports_to: people.hana.id }),
      changeJob('hana', { reports_to: people.ann.id }),
    ]
    const statuses = (await Promise.all(changes)).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [200, 200, 400])
  }
  await query('update people set reports_to_id = null where tenant_id = 1')
})

test('those who report to somebody who leaves report to that person’s superior, and only HR finds who has left', async () => {
  const lead = await okBody(
    ann('POST /api/employees/', {
      ...{ full_name: 'Lea', email: 'lea@acme.test', job_title: 'Lead', department: 'HR', role: 'hr', password: 'Password-1!' },
    }),
  )
  await okBody(hana(`PATCH /api/people/${lead.id}/job/`, { reports_to: people.ann.id }))
  await okBody(changeJob('max', { reports_to: lead.id }))
  await okBody(ann(`DELETE /api/employees/${lead.id}/`))
  assert.equal((await recordOf('hana', 'max')).person.reports_to, people.ann.id)
  const former: DirectoryPerson[] = await okBody(hana('GET /api/directory/former/'))
  assert.deepEqual(
    former.map(({ full_name }) => full_name),
    ['Lea'],
  )
  assert.equal((await okBody(hana(`GET /api/people/${lead.id}/`))).is_active, false)
  for (const who of [ann, pam, dev]) {
    assert.equal((await who(`GET /api/people/${lead.id}/`)).status, 404)
    assert.equal((await who('GET /api/directory/former/')).status, 403)
  }
  assert.equal((await max(`GET /api/people/${people.max.id}/`)).status, 200)
})

test('nobody reports to somebody who has become a developer', async () => {
  const person = await okBody(
    ann('POST /api/employees/', {
      ...{ full_name: 'Tom', email: 'tom@acme.test', job_title: 'HR', department: 'HR', role: 'hr', password: 'Password-1!' },
    }),
  )
  await okBody(changeJob('max', { reports_to: person.id }))
  await okBody(
    ann(`PUT /api/employees/${person.id}/`, { full_name: 'Tom', job_title: 'Dev', department: 'IT', role: 'developer' }),
  )
  assert.equal((await recordOf('hana', 'max')).person.reports_to, null)
  assert.deepEqual((await recordOf('hana', 'max')).manager, null)
})
