import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, type EndangeredItem, hoursIn, type PersonCapacity, type Workload } from 'contract'
import { hrRows, type Name, okBody, people, projects, tasks, testApp, today } from '../testing/world.ts'
import { endOfWeek } from './hours.ts'
import { minutesIn, weeksFrom } from './weeks.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [pam, hana, dev] = [as('pam'), as('hana'), as('dev')]
const type = hrRows.acme
// Two weeks from Monday to Sunday; this one may be cut short by today.
const [thisEnd, nextEnd] = [endOfWeek(today(), 1), addDays(endOfWeek(today(), 1), 7)]
const nextMonday = addDays(thisEnd, 1)

await query('update tenants set first_day = 1 where id = 1')
await query('update subtasks set due_date = null where tenant_id = 1')

const ofProject = async (): Promise<PersonCapacity[]> => okBody(pam(`GET /api/projects/${projects.website}/capacity/`))
const weekOf = async (who: Name, n: number) => {
  const found = (await ofProject()).find(({ person }) => person === people[who].id)
  return found?.weeks[n] ?? assert.fail(`There is no week ${n} of ${who}.`)
}
const addSubtask = async (fields: object) =>
  okBody(pam('POST /api/subtasks/', { task: tasks.home_page, title: 'Slide', assigned_to: people.dev.id, ...fields }))

test('weeks are whole, and begin on the first day of the workspace’s weeks', () => {
  assert.deepEqual(weeksFrom('2026-11-27', 1, 3), [
    { from: '2026-11-23', until: '2026-11-29' },
    { from: '2026-11-30', until: '2026-12-06' },
    { from: '2026-12-07', until: '2026-12-13' },
  ])
  assert.deepEqual(weeksFrom('2026-11-29', 0, 2), [
    { from: '2026-11-29', until: '2026-12-05' },
    { from: '2026-12-06', until: '2026-12-12' },
  ])
})

test('minutes are those of the schedule; holidays and leave are taken off by half days', () => {
  const minutesOn = (day: string) => (['2026-12-05', '2026-12-06'].includes(day) ? 0 : 480)
  const holidays = [
    { day: '2026-12-01', name: 'Fair', is_half: false },
    { day: '2026-12-02', name: 'Eve', is_half: true },
  ]
  const off = new Map([
    ['2026-12-02', 1],
    ['2026-12-03', 2],
  ])
  assert.deepEqual(minutesIn({ from: '2026-11-30', until: '2026-12-06' }, { minutesOn, holidays }, off), {
    scheduled: 2400,
    holidays: 720,
    leave: 720,
  })
})

test('a capacity is the schedule without holidays and approved leave, beside the estimates that are due', async () => {
  assert.deepEqual(await weekOf('dev', 1), {
    ...{ from: nextMonday, until: nextEnd },
    ...{ scheduled: 2160, holidays: 0, leave: 0, planned: 0, done: 0, overdue: 0 },
  })
  await okBody(hana(`PUT /api/people/${people.dev.id}/schedules/${nextMonday}/`, { minutes: [360, 360, 360, 360, 0, 0, 0] }))
  await okBody(hana(`PATCH /api/people/${people.dev.id}/job/`, { location: hrRows.acme }))
  await okBody(hana(`POST /api/locations/${hrRows.acme}/holidays/`, { day: addDays(nextMonday, 1), name: 'Fair' }))
  // A request that waits takes nothing off.
  const made = await okBody(
    dev('POST /api/leave/', { type, from: addDays(nextMonday, 2), to: addDays(nextMonday, 3), ends_at_noon: true }),
  )
  await addSubtask({ due_date: addDays(nextMonday, 3), estimated_hours: 7.5 })
  await addSubtask({ due_date: today(), estimated_hours: 2 })
  await addSubtask({ due_date: addDays(nextEnd, 1), estimated_hours: 40 })
  await addSubtask({ estimated_hours: 40 })
  const { id: overdue } = await addSubtask({ due_date: today(), estimated_hours: 1 })
  await query(`update subtasks set due_date = current_date - 30 where id = $1`, overdue)
  const week = await weekOf('dev', 1)
  assert.deepEqual(week, {
    from: nextMonday,
    until: nextEnd,
    scheduled: 1440,
    holidays: 360,
    leave: 0,
    planned: 7.5,
    done: 0,
    overdue: 0,
  })
  assert.equal(hoursIn(week), 18)
  const { planned, done, overdue: late, ...first } = await weekOf('dev', 0)
  // The whole week, on whichever of its days this test runs. What is done counts as planned; what is overdue counts apart.
  assert.deepEqual([first.from, first.scheduled, planned, done, late], [addDays(nextMonday, -7), 2160, 2, 0, 1])
  const { id: finished } = await addSubtask({ due_date: thisEnd, estimated_hours: 5 })
  await okBody(pam(`PATCH /api/subtasks/${finished}/`, { status: 'done' }))
  const { planned: with_done, done: is_done } = await weekOf('dev', 0)
  assert.deepEqual([with_done, is_done], [7, 5])
  assert.equal((await dev(`GET /api/projects/${projects.website}/capacity/`)).status, 403)

  await okBody(pam(`POST /api/leave/${made.id}/approve/`, {}))
  await okBody(hana(`POST /api/leave/${made.id}/approve/`, {}))
  assert.deepEqual(await weekOf('dev', 1), { ...week, leave: 540 })
  const seen = (await ofProject()).find(({ person }) => person === people.dev.id)
  assert.deepEqual(seen?.absences, [
    { from: addDays(nextMonday, 2), starts_at_noon: false, to: addDays(nextMonday, 3), ends_at_noon: true },
  ])
  // Of a project that is on hold, nobody is expected to do anything.
  await okBody(pam(`PATCH /api/projects/${projects.website}/`, { status: 'on_hold' }))
  assert.equal((await weekOf('dev', 1)).planned, 0)
  await okBody(pam(`PATCH /api/projects/${projects.website}/`, { status: 'in_progress' }))
})

test('a workload has the manager’s people by week, with the work of their own projects', async () => {
  const workload: Workload = await okBody(pam('GET /api/workload/?weeks=3'))
  assert.equal(workload.weeks.length, 3)
  const names = workload.people.map(({ person }) => person.full_name)
  assert.ok(names.includes('Dev') && names.includes('Dana') && !names.includes('Deb'))
  const own = workload.people.find(({ person }) => person.id === people.dev.id)
  assert.equal(own?.weeks[1]?.planned, 7.5)
  assert.ok(
    own?.items.some(({ title, due_date, estimated_hours }) => title === 'Slide' && due_date === null && estimated_hours === 40),
  )
  assert.ok(own?.items.every(({ type, project }) => type === 'subtask' && project.id === projects.website))
  await okBody(pam(`PATCH /api/tasks/${tasks.home_page}/`, { assigned_to: people.dev.id, due_date: nextMonday }))
  const after: Workload = await okBody(pam('GET /api/workload/?weeks=3'))
  const of_dev = after.people.find(({ person }) => person.id === people.dev.id)
  // The task's hours are those of its subtasks.
  assert.equal(of_dev?.weeks[1]?.planned, 7.5)
  const [task] = of_dev?.items.filter(({ type }) => type === 'task') ?? []
  assert.deepEqual(
    [task?.id, task?.task, task?.due_date, task?.estimated_hours],
    [tasks.home_page, tasks.home_page, nextMonday, null],
  )
  for (const weeks of ['0', '13', 'x']) assert.equal((await pam(`GET /api/workload/?weeks=${weeks}`)).status, 400)
})

test('work that is due during leave is listed for its manager with two who could take it; HR sees how much it is', async () => {
  const from = addDays(nextMonday, 14)
  const { id } = await okBody(dev('POST /api/leave/', { type, from, to: addDays(from, 1) }))
  await query(
    `insert into members (tenant_id, project_id, person_id, role) values (1, $1, $2, 'developer'), (1, $1, $3, 'developer')
    on conflict do nothing`,
    projects.website,
    people.dana.id,
    people.una.id,
  )
  const { id: subtask } = await addSubtask({ title: 'Contact form', due_date: from, estimated_hours: 6 })
  const path = `GET /api/leave/${id}/endangered/`
  const read = async (reader: typeof pam): Promise<{ tasks: number; subtasks: number; own: EndangeredItem[] }> =>
    okBody(reader(path))
  const endangered = await read(pam)
  assert.deepEqual([endangered.tasks, endangered.subtasks], [0, 1])
  assert.deepEqual(
    endangered.own.map((each) => [each.id, each.title, each.takers.map(({ full_name }) => full_name)]),
    [[subtask, 'Contact form', ['Dana', 'Una']]],
  )
  // Somebody who is away that day, or has less time, comes later or not at all.
  await okBody(hana('POST /api/leave/', { person: people.dana.id, type, from, to: from }))
  assert.deepEqual(
    (await read(pam)).own[0]?.takers.map(({ full_name }) => full_name),
    ['Una'],
  )
  assert.deepEqual(await read(hana), { tasks: 0, subtasks: 1, own: [] })
  assert.equal((await as('max')(path)).status, 404)

  assert.deepEqual(await okBody(hana(`POST /api/leave/${id}/tell-managers/`)), { told: 1 })
  const [told] = await query(
    'select message, link from notifications where person_id = $1 order by id desc limit 1',
    people.pam.id,
  )
  assert.match(String(told?.message), /^Dev is away: .* 1 subtask in “Website” is due then\.$/)
  assert.equal(told?.link, `/project_manager/projects/${projects.website}`)
  await okBody(pam(`PATCH /api/tasks/${tasks.home_page}/`, { due_date: addDays(from, 1) }))
  const { own: both } = await read(pam)
  assert.deepEqual(
    both.map((each) => [each.type, each.id, each.takers.map(({ full_name }) => full_name)]),
    [
      ['subtask', subtask, ['Una']],
      ['task', tasks.home_page, ['Una', 'Dana']],
    ],
  )
  assert.deepEqual(await read(hana), { tasks: 1, subtasks: 1, own: [] })
  // The manager need not tell themself.
  assert.deepEqual(await okBody(pam(`POST /api/leave/${id}/tell-managers/`)), { told: 0 })
})
