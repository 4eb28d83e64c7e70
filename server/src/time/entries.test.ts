import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { addDays, type Subtask, type TimeEntry, timeProblems } from 'contract'
import { sweepGoneWork } from '../tasks/sweep.ts'
import { dayInWords } from '../tenants/dates.ts'
import { daysFrom, type Name, okBody, outcome, people, projects, subtasks, tasks, today } from '../testing/world.ts'
import { weekOf } from './days.ts'
import { dayAndMinutes, mondayBefore, timeWorld } from './testing.ts'

const world = await timeWorld()
const { as, query, pools, clear, newSubtask, record, spend, spentOn } = world
const [pam, dev] = [as('pam'), as('dev')]
const { footer, header } = subtasks
const yesterday = addDays(today(), -1)
const change = (who: Name, { id }: TimeEntry, body: object) => as(who)(`PATCH /api/time/${id}/`, body)
const remove = (who: Name, { id }: TimeEntry) => as(who)(`DELETE /api/time/${id}/`)
const listed = async (who: Name, subtask: number): Promise<TimeEntry[]> =>
  (await okBody(as(who)(`GET /api/subtasks/${subtask}/time/`))).results
const addSheet = (status: string, day: string, project = projects.website, person = people.dev.id) =>
  query(
    `insert into time_sheets (tenant_id, person_id, week, project_id, status, decided_at, decided_by)
     values (1, $1, $2, $3, $4, case when $4 <> 'submitted' then now() end, case when $4 <> 'submitted' then $5::bigint end)`,
    ...[person, weekOf(day), project, status, people.pam.id],
  )

const newTask = async (title: string): Promise<number> =>
  (await okBody(pam('POST /api/tasks/', { project: projects.website, title, description: 'Long enough to be one.' }))).id

beforeEach(clear)

test('who sees a subtask records time on it for today and for days past, changes it and deletes it', async () => {
  const subtask = await newSubtask('Varnish')
  const { status, body: entry } = await record('dev', subtask, { day: yesterday, minutes: 90, note: ' Two coats ' })
  assert.equal(status, 201)
  const [{ key }] = await okBody(pam(`GET /api/tasks/${tasks.home_page}/`)).then(({ subtasks }) =>
    subtasks.filter(({ id }: Subtask) => id === subtask),
  )
  assert.deepEqual(entry, {
    id: entry.id,
    person: { id: people.dev.id, full_name: 'Dev' },
    project: projects.website,
    project_name: 'Website',
    task: tasks.home_page,
    subtask,
    key,
    title: 'Varnish',
    day: yesterday,
    minutes: 90,
    note: 'Two coats',
    is_locked: false,
  })
  assert.equal(await spentOn(subtask), 90)
  const changed = await okBody(change('dev', entry, { minutes: 30, note: '' }))
  assert.deepEqual(changed, { ...entry, minutes: 30, note: '' })
  assert.deepEqual(await okBody(change('dev', entry, {})), changed)
  assert.equal((await okBody(change('dev', entry, { day: today() }))).day, today())
  assert.equal(await spentOn(subtask), 30)
  assert.equal((await remove('dev', entry)).status, 204)
  assert.equal((await remove('dev', entry)).status, 404)
  assert.deepEqual([await spentOn(subtask), await listed('dev', subtask)], [0, []])
})

test('the sum of everybody’s time is shown with the subtask, alone and in lists, and told to who looks at it', async () => {
  const subtask = await newSubtask()
  const socket = await world.socket('pam', '/ws/notifications/')
  await socket.settled()
  socket.send({ action: 'watch', topics: [`project ${projects.website}`] })
  await socket.frame(({ type }: { type?: string }) => type === 'watching')
  await spend('dev', subtask, { day: today(), minutes: 90 })
  await spend('pam', subtask, { day: yesterday, minutes: 31 })
  await socket.frame(
    ({ type, task }: { type?: string; task?: { subtasks: Subtask[] } }) =>
      type === 'changed' && task?.subtasks.find(({ id }) => id === subtask)?.spent_minutes === 121,
  )
  const spentIn = ({ subtasks }: { subtasks: Subtask[] }) => subtasks.find(({ id }) => id === subtask)?.spent_minutes
  assert.equal(spentIn(await okBody(dev(`GET /api/tasks/${tasks.home_page}/`))), 121)
  const { results } = await okBody(dev(`GET /api/tasks/?project=${projects.website}`))
  assert.equal(spentIn(results.find(({ id }: { id: number }) => id === tasks.home_page)), 121)
})

test('a manager and the administrators see everybody’s time on a subtask, a developer their own', async () => {
  const subtask = await newSubtask()
  await spend('dev', subtask, { day: yesterday, minutes: 1 })
  await spend('dev', subtask, { day: today(), minutes: 2 })
  await spend('pam', subtask, { day: yesterday, minutes: 3 })
  const all = [
    [today(), 2],
    [yesterday, 3],
    [yesterday, 1],
  ]
  assert.deepEqual(dayAndMinutes(await listed('pam', subtask)), all)
  assert.deepEqual(dayAndMinutes(await listed('ann', subtask)), all)
  assert.deepEqual(dayAndMinutes(await listed('dev', subtask)), [
    [today(), 2],
    [yesterday, 1],
  ])
  const page = await okBody(pam(`GET /api/subtasks/${subtask}/time/?limit=2&offset=1`))
  assert.deepEqual([page.count, dayAndMinutes(page.results)], [3, all.slice(1)])
  for (const who of ['max', 'deb', 'gil'] as const)
    assert.equal((await as(who)(`GET /api/subtasks/${subtask}/time/`)).status, 404)
})

test('somebody else’s time can’t be changed or deleted, be it seen or not', async () => {
  const entry = await spend('dev', footer, { day: today(), minutes: 60 })
  for (const who of ['pam', 'max', 'deb', 'gil', 'gus'] as const) {
    assert.equal((await change(who, entry, { minutes: 1 })).status, 404)
    assert.equal((await remove(who, entry)).status, 404)
  }
  assert.equal((await listed('dev', footer))[0]?.minutes, 60)
})

test('an entry has one minute to 24 hours, of a day that is not to come and no more than 366 days ago', async () => {
  const refused = async (body: object, problems: object) =>
    assert.deepEqual(outcome(await record('dev', footer, body)), [400, problems], JSON.stringify(body))
  for (const minutes of [0, -1, 1.5, 1441, '60', null, undefined])
    await refused({ day: today(), minutes }, { minutes: [timeProblems.minutes] })
  await refused({ day: daysFrom(1), minutes: 1 }, { day: [timeProblems.future] })
  await refused({ day: daysFrom(-367), minutes: 1 }, { day: [timeProblems.tooOld] })
  await refused({ day: daysFrom(1), minutes: 0 }, { day: [timeProblems.future], minutes: [timeProblems.minutes] })
  await spend('dev', footer, { day: daysFrom(-366), minutes: 1 })
  await spend('dev', footer, { day: today(), minutes: 1440 })
})

test('a day that the workspace has not reached yet is one to come', async () => {
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const
  const [ahead, behind] = zones.map((zone) => Temporal.Now.plainDateISO(zone).toString()) as [string, string]
  await query('update tenants set timezone = $1 where id = 1', zones[0])
  await spend('dev', footer, { day: ahead, minutes: 1 })
  await query('update tenants set timezone = $1 where id = 1', zones[1])
  await spend('dev', footer, { day: behind, minutes: 1 })
  assert.deepEqual((await record('dev', footer, { day: addDays(behind, 1), minutes: 1 })).body, { day: [timeProblems.future] })
  await query(`update tenants set timezone = 'UTC' where id = 1`)
})

test('a person’s day has 24 hours, on whatever they are spent and however many requests fill it at once', async () => {
  const full = [400, { minutes: [timeProblems.fullDay] }]
  const first = await spend('dev', footer, { day: today(), minutes: 1000 })
  assert.deepEqual(outcome(await record('dev', header, { day: today(), minutes: 441 })), full)
  await spend('dev', header, { day: today(), minutes: 440 })
  assert.deepEqual(outcome(await change('dev', first, { minutes: 1001 })), full)
  await okBody(change('dev', first, { minutes: 999, note: 'Less' }))
  const other = await spend('dev', footer, { day: yesterday, minutes: 2 })
  assert.deepEqual(outcome(await change('dev', other, { day: today() })), full)
  await spend('pam', footer, { day: today(), minutes: 1440 })
  await clear()
  // Work of several tasks, which have no lock in common.
  const elsewhere = await Promise.all(['Gate', 'Shed'].map(async (title) => newSubtask(title, { task: await newTask(title) })))
  for (let i = 0; i < 8; i++) {
    await query('delete from time_entries')
    const answers = await Promise.all([footer, ...elsewhere].map((id) => record('dev', id, { day: today(), minutes: 700 })))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 400])
  }
})

test('time of a week that is submitted or approved can’t be recorded, changed, moved there or away, or deleted', async () => {
  const [day, elsewhere] = [mondayBefore(1), mondayBefore(2)]
  const week = timeProblems.locked('Website', dayInWords(day))
  const entry = await spend('dev', footer, { day, minutes: 5 })
  const other = await spend('dev', footer, { day: elsewhere, minutes: 5 })
  for (const status of ['submitted', 'approved']) {
    await query('delete from time_sheets')
    await addSheet(status, day)
    assert.deepEqual(outcome(await record('dev', footer, { day: addDays(day, 6), minutes: 5 })), [400, { day: [week] }])
    for (const body of [{ minutes: 1 }, { note: 'x' }, { day: elsewhere }, {}])
      assert.deepEqual(outcome(await change('dev', entry, body)), [400, { detail: week }])
    assert.deepEqual(outcome(await change('dev', other, { day })), [400, { day: [week] }])
    assert.deepEqual(outcome(await remove('dev', entry)), [400, { detail: week }])
    // The other weeks, projects and people are open.
    await okBody(change('dev', other, { minutes: 6 }))
    await okBody(record('pam', footer, { day, minutes: 5 }))
    await okBody(record('dev', footer, { day: addDays(day, 7), minutes: 5 }))
  }
  assert.deepEqual(
    (await listed('dev', footer)).filter(({ is_locked }) => is_locked).map(({ id }) => id),
    [entry.id],
  )
  await query('delete from time_sheets')
  await addSheet('returned', day)
  await addSheet('submitted', day, projects.secret)
  await okBody(change('dev', entry, { minutes: 7 }))
  assert.equal((await remove('dev', entry)).status, 204)
})

test('time in an inactive project stays as it is', async () => {
  const entry = await spend('dev', footer, { day: today(), minutes: 5 })
  await okBody(pam(`PATCH /api/projects/${projects.website}/`, { is_active: false }))
  const inactive = [400, { detail: 'Project is inactive.' }]
  assert.deepEqual(outcome(await record('dev', footer, { day: today(), minutes: 5 })), inactive)
  assert.deepEqual(outcome(await change('dev', entry, { minutes: 6 })), inactive)
  assert.deepEqual(outcome(await remove('dev', entry)), inactive)
  await okBody(pam(`PATCH /api/projects/${projects.website}/`, { is_active: true }))
  await okBody(change('dev', entry, { minutes: 6 }))
})

test('the time on work in the trash can be changed, and counts when the work comes back', async () => {
  const subtask = await newSubtask()
  const entry = await spend('dev', subtask, { day: today(), minutes: 60 })
  await okBody(pam(`DELETE /api/subtasks/${subtask}/`))
  await okBody(change('dev', entry, { minutes: 45 }))
  assert.equal((await okBody(pam(`POST /api/subtasks/${subtask}/restore/`))).spent_minutes, 45)

  const task = await newTask('Fence')
  const inside = await newSubtask('Posts', { task })
  const kept = await spend('dev', inside, { day: today(), minutes: 10 })
  const gone = await spend('dev', inside, { day: today(), minutes: 20 })
  await okBody(pam(`DELETE /api/tasks/${task}/`))
  await okBody(change('dev', kept, { minutes: 11 }))
  assert.equal((await remove('dev', gone)).status, 204)
  const back = await okBody(pam(`POST /api/tasks/${task}/restore/`))
  assert.deepEqual(
    back.subtasks.map(({ spent_minutes }: Subtask) => spent_minutes),
    [11],
  )
})

test('hours outlive their work, under its last key and title', async () => {
  const subtask = await newSubtask('Fense')
  const entry = await spend('dev', subtask, { day: today(), minutes: 60 })
  await okBody(world.start('dev', subtask))
  await okBody(pam(`PATCH /api/subtasks/${subtask}/`, { title: 'Fence' }))
  assert.equal((await listed('dev', subtask))[0]?.title, 'Fence')
  await okBody(pam(`DELETE /api/subtasks/${subtask}/`))
  await query(`delete from trash`)
  await sweepGoneWork(pools)
  const { entries } = await world.weekFor('dev', mondayBefore(0))
  assert.deepEqual(entries, [{ ...entry, title: 'Fence' }])
  const { timer } = await okBody(dev('GET /api/timer/'))
  assert.deepEqual([timer.key, timer.title], [entry.key, 'Fence'])
  assert.equal((await dev(`GET /api/subtasks/${subtask}/time/`)).status, 404)
  assert.equal((await okBody(change('dev', entry, { minutes: 61 }))).minutes, 61)
  assert.equal((await remove('dev', entry)).status, 204)
})

test('who has left a project changes the time that they have spent there', async () => {
  const subtask = await newSubtask()
  const entry = await spend('dev', subtask, { day: today(), minutes: 60 })
  await query('delete from members where project_id = $1 and person_id = $2', projects.website, people.dev.id)
  await okBody(change('dev', entry, { minutes: 50 }))
  assert.equal(await spentOn(subtask), 50)
  assert.equal((await record('dev', subtask, { day: today(), minutes: 1 })).status, 404)
  assert.equal((await remove('dev', entry)).status, 204)
  assert.equal(await spentOn(subtask), 0)
  await query(
    `insert into members (tenant_id, project_id, person_id, role) values (1, $1, $2, 'developer')`,
    projects.website,
    people.dev.id,
  )
})
