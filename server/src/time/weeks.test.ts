import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { addDays, type TimeSheet, timeProblems } from 'contract'
import { dayInWords } from '../tenants/dates.ts'
import { type Name, okBody, outcome, people, projects, subtasks, today } from '../testing/world.ts'
import { dayAndMinutes, mondayBefore, timeWorld } from './testing.ts'

const world = await timeWorld()
const { as, query, clear, record, spend, start, submit, weekFor, inboxOf } = world
const { footer, header, plot } = subtasks
const week = mondayBefore(1)
const inWords = dayInWords(week)
const withdraw = (who: Name) => as(who)(`POST /api/time/weeks/${week}/withdraw/`)
const sheetsFor = async (who: Name, filter = ''): Promise<TimeSheet[]> =>
  (await okBody(as(who)(`GET /api/time/sheets/${filter}`))).results
const inShort = (sheets: TimeSheet[]) =>
  sheets.map(({ person, project_name, status, minutes }) => `${person.full_name} ${project_name} ${status} ${minutes}`)
const approve = (who: Name, id: number | null | undefined) => as(who)(`POST /api/time/sheets/${id}/approve/`)
const sendBack = (who: Name, id: number | null | undefined, reason = 'Too long.') =>
  as(who)(`POST /api/time/sheets/${id}/return/`, { reason })
const setManager = (manager: Name) =>
  query('update projects set assigned_pm = $1 where id = $2', people[manager].id, projects.secret)

/** Dev has time in Pam's project and in Max's. */
const member = `insert into members (tenant_id, project_id, person_id, role) values (1, ${projects.secret}, ${people.dev.id}, 'developer')`
await query(member)

beforeEach(clear)

test('a week is the days from Monday to Sunday, with a sheet for each project that has time in it', async () => {
  await spend('dev', footer, { day: week, minutes: 30 })
  await spend('dev', plot, { day: addDays(week, 6), minutes: 60 })
  await spend('dev', header, { day: addDays(week, 2), minutes: 15 })
  await spend('dev', footer, { day: addDays(week, -1), minutes: 1 })
  await spend('pam', footer, { day: week, minutes: 1 })
  const shown = await weekFor('dev', week)
  assert.deepEqual([shown.week, shown.person], [week, { id: people.dev.id, full_name: 'Dev' }])
  assert.deepEqual(dayAndMinutes(shown.entries), [
    [week, 30],
    [addDays(week, 2), 15],
    [addDays(week, 6), 60],
  ])
  assert.deepEqual(inShort(shown.sheets), ['Dev Secret open 60', 'Dev Website open 45'])
  assert.deepEqual(
    shown.sheets.map(({ id, week, submitted_at, decided_at, decided_by, reason }: TimeSheet) => ({
      ...{ id, week, submitted_at, decided_at, decided_by, reason },
    })),
    Array(2).fill({ id: null, week, submitted_at: null, decided_at: null, decided_by: null, reason: '' }),
  )
  assert.deepEqual((await as('dev')(`GET /api/time/weeks/${addDays(week, 1)}/`)).body, { week: [timeProblems.notMonday] })
})

test('of somebody else’s week a manager sees the time in their projects, an administrator all, and a developer nothing', async () => {
  await spend('dev', footer, { day: week, minutes: 30 })
  await spend('dev', plot, { day: week, minutes: 60 })
  await okBody(submit('dev', week))
  const sheets = async (who: Name) => inShort((await weekFor(who, week, 'dev')).sheets)
  assert.deepEqual(await sheets('pam'), ['Dev Website submitted 30'])
  assert.deepEqual(await sheets('max'), ['Dev Secret submitted 60'])
  assert.deepEqual(await sheets('ann'), ['Dev Secret submitted 60', 'Dev Website submitted 30'])
  assert.deepEqual(dayAndMinutes((await weekFor('pam', week, 'dev')).entries), [[week, 30]])
  assert.deepEqual((await weekFor('dev', week, 'dev')).entries.length, 2)
  const status = async (who: Name, of: Name | 'nobody') =>
    (await as(who)(`GET /api/time/weeks/${week}/?person=${of === 'nobody' ? 987_654 : people[of].id}`)).status
  for (const whom of ['pam', 'deb', 'gus', 'nobody'] as const) assert.equal(await status('dev', whom), 404, whom)
  // Una works in no project of Pam's, and Deb in Max's alone.
  for (const whom of ['una', 'deb', 'gus', 'nobody'] as const) assert.equal(await status('pam', whom), 404, whom)
  for (const whom of ['gus', 'gil', 'nobody'] as const) assert.equal(await status('ann', whom), 404, whom)
  assert.equal(await status('ann', 'una'), 200)
  // A person who has left a project still has time in it.
  await query('delete from members where project_id = $1 and person_id = $2', projects.secret, people.dev.id)
  assert.deepEqual(await sheets('max'), ['Dev Secret submitted 60'])
  await query('delete from time_entries')
  assert.equal(await status('max', 'dev'), 404)
  await query(member)
})

test('a week is submitted with all of its projects, of which each manager is told once', async () => {
  await spend('dev', footer, { day: week, minutes: 90 })
  await spend('dev', plot, { day: week, minutes: 60 })
  const submitted = await okBody(submit('dev', week))
  assert.deepEqual(inShort(submitted.sheets), ['Dev Secret submitted 60', 'Dev Website submitted 90'])
  assert.ok(submitted.sheets.every(({ id, submitted_at }: TimeSheet) => id && submitted_at))
  assert.ok(submitted.entries.every(({ is_locked }: { is_locked: boolean }) => is_locked))
  const link = '/time/approvals'
  const told = (text: string) => [{ message: `Dev submitted ${text} of the week of ${inWords} in the project`, link }]
  const shortened = async (who: Name) =>
    (await inboxOf(who)).map(({ message, link }) => ({ message: String(message).replace(/ “.*/, ''), link }))
  assert.deepEqual(await shortened('pam'), told('1 h 30 min'))
  assert.deepEqual(await shortened('max'), told('1 h'))
  assert.deepEqual(await inboxOf('ann'), [])
  // One manager of both is told once, with the sum.
  await clear()
  await setManager('pam')
  await spend('dev', footer, { day: week, minutes: 90 })
  await spend('dev', plot, { day: week, minutes: 60 })
  await okBody(submit('dev', week))
  assert.deepEqual(await inboxOf('pam'), [
    { message: `Dev submitted 2 h 30 min of the week of ${inWords} in the projects “Secret” and “Website”.`, link },
  ])
  await setManager('max')
})

test('there has to be something to submit, in a week that has begun', async () => {
  const nothing = [400, { detail: timeProblems.nothing }]
  assert.deepEqual(outcome(await submit('dev', week)), nothing)
  await spend('dev', footer, { day: week, minutes: 1 })
  await okBody(submit('dev', week))
  assert.deepEqual(outcome(await submit('dev', week)), nothing)
  assert.deepEqual(outcome(await submit('dev', mondayBefore(-1))), [400, { week: [timeProblems.futureWeek] }])
  assert.deepEqual(outcome(await submit('dev', addDays(week, 1))), [400, { week: [timeProblems.notMonday] }])
  for (const date of ['x', '2026-13-01']) assert.equal((await submit('dev', date)).status, 404)
  await spend('dev', footer, { day: today(), minutes: 1 })
  await okBody(submit('dev', mondayBefore(0)))
})

test('what is recorded while a week is being submitted is on the sheet, or refused', async () => {
  for (let i = 0; i < 8; i++) {
    await clear()
    await spend('dev', footer, { day: week, minutes: 1 })
    const [recorded, submitted, started] = await Promise.all([
      record('dev', footer, { day: week, minutes: 10 }),
      submit('dev', week),
      start('dev', footer),
    ])
    // A timer that runs already keeps this week open, and not the last.
    assert.deepEqual([submitted.status, started.status], [200, 200])
    const [{ minutes }] = submitted.body.sheets
    assert.equal(minutes, recorded.status === 201 ? 11 : 1)
    assert.deepEqual(inShort((await weekFor('dev', week)).sheets), [`Dev Website submitted ${minutes}`])
  }
})

test('of a timer that starts while its week is being submitted, one of both is refused', async () => {
  const current = mondayBefore(0)
  for (let i = 0; i < 8; i++) {
    await clear()
    await spend('dev', footer, { day: today(), minutes: 1 })
    const answers = await Promise.all([submit('dev', current), start('dev', footer)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400])
  }
})

test('a week that is submitted twice at once is submitted once', async () => {
  await spend('dev', footer, { day: week, minutes: 1 })
  const answers = await Promise.all([submit('dev', week), submit('dev', week), submit('dev', week)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400])
  assert.equal((await inboxOf('pam')).length, 1)
})

test('the manager approves a week, or returns it with a reason, and its person is told', async () => {
  await spend('dev', footer, { day: week, minutes: 90 })
  await okBody(submit('dev', week))
  const [sheet] = await sheetsFor('pam')
  const approved: TimeSheet = await okBody(approve('pam', sheet?.id))
  assert.deepEqual(
    [approved.status, approved.decided_by, approved.reason, approved.minutes],
    ['approved', { id: people.pam.id, full_name: 'Pam' }, '', 90],
  )
  assert.deepEqual(outcome(await approve('pam', sheet?.id)), [400, { detail: timeProblems.decided }])
  const returned: TimeSheet = await okBody(sendBack('pam', sheet?.id))
  assert.deepEqual([returned.status, returned.reason], ['returned', 'Too long.'])
  assert.deepEqual(outcome(await approve('pam', sheet?.id)), [400, { detail: timeProblems.notSubmitted }])
  assert.deepEqual(outcome(await sendBack('pam', sheet?.id)), [400, { detail: timeProblems.notSubmitted }])
  assert.deepEqual(await inboxOf('dev'), [
    { message: `Pam approved your week of ${inWords} in “Website”.`, link: `/time?week=${week}` },
    { message: `Pam returned your week of ${inWords} in “Website”: Too long.`, link: `/time?week=${week}` },
  ])
  // A returned week can be changed, and is submitted again.
  await spend('dev', footer, { day: week, minutes: 5 })
  const again: TimeSheet = (await okBody(submit('dev', week))).sheets[0]
  assert.deepEqual([again.id, again.status, again.decided_by, again.reason], [sheet?.id, 'submitted', null, ''])
  await okBody(approve('ann', sheet?.id))
  assert.deepEqual((await sendBack('pam', sheet?.id, ' ')).body, { reason: ['Reason is required.'] })
})

test('each decides about the projects that they manage, and an administrator about all', async () => {
  await spend('dev', footer, { day: week, minutes: 30 })
  await spend('dev', plot, { day: week, minutes: 60 })
  await okBody(submit('dev', week))
  assert.deepEqual(inShort(await sheetsFor('pam')), ['Dev Website submitted 30'])
  assert.deepEqual(inShort(await sheetsFor('max')), ['Dev Secret submitted 60'])
  assert.deepEqual(inShort(await sheetsFor('ann')), ['Dev Secret submitted 60', 'Dev Website submitted 30'])
  assert.deepEqual([await sheetsFor('gwen'), await sheetsFor('gil')], [[], []])
  const [secret, website] = await sheetsFor('ann')
  for (const [who, sheet] of [
    ['pam', secret],
    ['max', website],
    ['gil', website],
    ['gwen', website],
  ] as const) {
    assert.equal((await approve(who, sheet?.id)).status, 404)
    assert.equal((await sendBack(who, sheet?.id)).status, 404)
  }
  for (const who of ['dev', 'hana'] as const) assert.equal((await approve(who, website?.id)).status, 403)
  await okBody(approve('ann', secret?.id))
  await okBody(approve('pam', website?.id))
  // The project's new manager decides.
  await setManager('pam')
  await okBody(sendBack('pam', secret?.id))
  assert.equal((await sendBack('max', secret?.id)).status, 404)
  await setManager('max')
})

test('a manager’s own time in their own project is decided by an administrator', async () => {
  await spend('pam', footer, { day: week, minutes: 30 })
  await okBody(submit('pam', week))
  assert.deepEqual(await inboxOf('pam'), [])
  assert.deepEqual(
    (await inboxOf('ann')).map(({ message }) => message),
    [`Pam submitted 30 min of the week of ${inWords} in the project “Website”.`],
  )
  assert.deepEqual(await sheetsFor('pam'), [])
  const [sheet] = await sheetsFor('ann')
  const own = [403, { detail: timeProblems.own }]
  assert.deepEqual(outcome(await approve('pam', sheet?.id)), own)
  assert.deepEqual(outcome(await sendBack('pam', sheet?.id)), own)
  assert.deepEqual(outcome(await as('pam')(`POST /api/time/sheets/${sheet?.id}/return/`, {})), own)
  await okBody(approve('ann', sheet?.id))
  assert.equal((await inboxOf('pam')).length, 1)
})

test('the administrators are told where the manager has left', async () => {
  await spend('dev', footer, { day: week, minutes: 30 })
  await query('update people set is_active = false where id = $1', people.pam.id)
  await okBody(submit('dev', week))
  await query('update people set is_active = true where id = $1', people.pam.id)
  assert.deepEqual([(await inboxOf('pam')).length, (await inboxOf('ann')).length], [0, 1])
})

test('what is submitted is taken back until it is decided', async () => {
  await spend('dev', footer, { day: week, minutes: 30 })
  await spend('dev', plot, { day: week, minutes: 60 })
  await okBody(submit('dev', week))
  const [sheet] = await sheetsFor('pam')
  await okBody(approve('pam', sheet?.id))
  assert.deepEqual(inShort((await okBody(withdraw('dev'))).sheets), ['Dev Secret open 60', 'Dev Website approved 30'])
  assert.deepEqual(inShort((await okBody(withdraw('dev'))).sheets), ['Dev Secret open 60', 'Dev Website approved 30'])
  await spend('dev', plot, { day: week, minutes: 1 })
  assert.equal((await record('dev', footer, { day: week, minutes: 1 })).status, 400)
  for (let i = 0; i < 4; i++) {
    const {
      sheets: [secret],
    } = await okBody(submit('dev', week))
    const [approved, back] = await Promise.all([approve('max', secret.id), withdraw('dev')])
    assert.ok([200, 404].includes(approved.status))
    const [shown] = (await weekFor('dev', week)).sheets
    assert.deepEqual([shown.status, back.status], [approved.status === 200 ? 'approved' : 'open', 200])
    await query(`delete from time_sheets where project_id = $1`, projects.secret)
  }
})

test('sheets are listed with the oldest week first, then by name, and by their status', async () => {
  const older = mondayBefore(3)
  for (const [who, subtask, day] of [
    ['dev', footer, week],
    ['deb', plot, week],
    ['deb', plot, older],
  ] as const) {
    await spend(who, subtask, { day, minutes: 10 })
    await okBody(submit(who, day))
  }
  const weekAndName = (sheets: TimeSheet[]) => sheets.map(({ week, person }) => [week, person.full_name])
  const all = [
    [older, 'Deb'],
    [week, 'Deb'],
    [week, 'Dev'],
  ]
  assert.deepEqual(weekAndName(await sheetsFor('ann')), all)
  const page = await okBody(as('ann')('GET /api/time/sheets/?limit=1&offset=1'))
  assert.deepEqual([page.count, weekAndName(page.results)], [3, all.slice(1, 2)])
  const [first] = await sheetsFor('max')
  await okBody(approve('max', first?.id))
  assert.deepEqual(weekAndName(await sheetsFor('ann', '?status=submitted')), all.slice(1))
  assert.deepEqual(weekAndName(await sheetsFor('ann', '?status=approved')), all.slice(0, 1))
  assert.deepEqual(await sheetsFor('ann', '?status=returned'), [])
})
