import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { addDays, type TimeEntry, timeProblems } from 'contract'
import { type Name, okBody, outcome, people, projects, subtasks, tasks, today } from '../testing/world.ts'
import { weekOf } from './days.ts'
import { dayAndMinutes, mondayBefore, timeWorld } from './testing.ts'

const world = await timeWorld()
const { as, query, clear, newSubtask, spend, spentOn, start, stop, startedAt, submit, weekFor } = world
const [dev, pam] = [as('dev'), as('pam')]
const { header, footer } = subtasks
const running = async (who = dev) => (await okBody(who('GET /api/timer/'))).timer
const timeZone = (zone: string) => query('update tenants set timezone = $1 where id = 1', zone)

beforeEach(async () => {
  await clear()
  await timeZone('UTC')
})

test('a person has one running timer: starting it elsewhere stops it, and starting it again lets it go on', async () => {
  assert.deepEqual(await okBody(dev('GET /api/timer/')), { timer: null })
  const { timer, recorded } = await okBody(start('dev', footer))
  assert.deepEqual(
    { ...timer, started_at: '' },
    { project: projects.website, task: tasks.home_page, subtask: footer, key: 'WEB-3', title: 'Footer', started_at: '' },
  )
  assert.deepEqual(recorded, [])
  await startedAt('dev', `now() - interval '90 seconds'`)
  const going = await running()
  assert.deepEqual(await okBody(start('dev', footer)), { timer: going, recorded: [] })
  const moved = await okBody(start('dev', header))
  assert.deepEqual([moved.timer.subtask, moved.recorded.length], [header, 1])
  assert.deepEqual([moved.recorded[0].subtask, moved.recorded[0].minutes], [footer, 2])
  await okBody(start('pam', header))
  assert.deepEqual([(await running()).subtask, (await running(pam)).subtask], [header, header])
})

test('time is spent on a task itself as on its subtasks, and counts apart from theirs', async () => {
  await clear()
  const task = { project: projects.website, title: 'Paint the fence', description: 'Green, on both sides.' }
  const { id } = await okBody(as('pam')('POST /api/tasks/', task))
  const subtask = await newSubtask('Buy the paint', { task: id })
  const startOnTask = (who: Name) => as(who)(`POST /api/tasks/${id}/timer/`)
  const { timer } = await okBody(startOnTask('dev'))
  assert.deepEqual([timer.task, timer.subtask, timer.title], [id, null, 'Paint the fence'])
  await startedAt('dev', `now() - interval '90 minutes'`)
  assert.deepEqual((await okBody(startOnTask('dev'))).recorded, [], 'it goes on')
  const { recorded } = await okBody(start('dev', subtask))
  assert.equal(
    recorded.reduce((sum: number, { minutes }: TimeEntry) => sum + minutes, 0),
    90,
  )
  assert.ok(recorded.every((entry: TimeEntry) => entry.task === id && entry.subtask === null))
  await startedAt('dev', `now() - interval '10 minutes'`)
  await okBody(startOnTask('dev'))
  await stop('dev')

  await okBody(as('pam')(`POST /api/tasks/${id}/time/`, { day: today(), minutes: 5 }))
  const shown = await okBody(as('pam')(`GET /api/tasks/${id}/`))
  assert.deepEqual([shown.spent_minutes, shown.subtasks[0].spent_minutes], [95, 10])
  const ofTask = async (who: Name) => (await okBody(as(who)(`GET /api/tasks/${id}/time/`))).results.length
  assert.deepEqual([await ofTask('pam'), await ofTask('dev')], [recorded.length + 1, recorded.length])

  // Its time follows a new title, and outlives the task.
  await okBody(as('pam')(`PATCH /api/tasks/${id}/`, { title: 'Paint the wall' }))
  await as('pam')(`DELETE /api/tasks/${id}/`)
  const { entries } = await weekFor('pam', weekOf(today()))
  assert.deepEqual([entries[0].title, entries[0].subtask], ['Paint the wall', null])
  await okBody(as('pam')(`PATCH /api/time/${entries[0].id}/`, { minutes: 6 }))
  assert.equal((await okBody(as('pam')(`POST /api/tasks/${id}/restore/`))).spent_minutes, 96)
})

test('a timer that is started twice at once runs once, and two that change places wait for each other', async () => {
  for (let i = 0; i < 5; i++) {
    await query('delete from timers')
    const twice = await Promise.all([start('dev', footer), start('dev', footer), start('dev', header), start('pam', footer)])
    assert.deepEqual(
      twice.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    await startedAt('dev', `now() - interval '5 minutes'`)
    const [{ subtask }] = [await running()]
    const swapped = await Promise.all([start('dev', subtask === footer ? header : footer), start('pam', header)])
    assert.deepEqual(
      swapped.map(({ status }) => status),
      [200, 200],
    )
    assert.deepEqual(await query('select count(*)::int as timers from timers'), [{ timers: 2 }])
  }
  assert.equal(await spentOn(footer), Number((await sums())[footer] ?? 0))
  assert.equal(await spentOn(header), Number((await sums())[header] ?? 0))
})

const sums = async () =>
  Object.fromEntries(
    (await query('select subtask_id::float8 as id, sum(minutes)::int as sum from time_entries group by 1')).map(({ id, sum }) => [
      id,
      sum,
    ]),
  )

test('a timer that is stopped becomes an entry, and one that ran under half a minute none', async () => {
  const subtask = await newSubtask()
  assert.deepEqual(await okBody(dev('DELETE /api/timer/')), { timer: null, recorded: [] })
  await okBody(start('dev', subtask))
  await startedAt('dev', `now() - interval '25 seconds'`)
  assert.deepEqual(await stop('dev'), [])
  assert.deepEqual([await running(), await spentOn(subtask)], [null, 0])
  await okBody(start('dev', subtask))
  await startedAt('dev', `now() - interval '31 seconds'`)
  const [entry] = await stop('dev')
  assert.deepEqual([entry?.minutes, entry?.subtask, entry?.person.full_name], [1, subtask, 'Dev'])
  assert.deepEqual([await running(), await spentOn(subtask)], [null, 1])
  // The clocks of two servers may differ.
  await okBody(start('dev', subtask))
  await startedAt('dev', `now() + interval '1 hour'`)
  assert.deepEqual([await stop('dev'), await running()], [[], null])
})

test('a timer that runs over midnight makes an entry for each day, whose sum is that of the whole time', async () => {
  const subtask = await newSubtask()
  const yesterday = addDays(today(), -1)
  await okBody(start('dev', subtask))
  await startedAt('dev', `'${addDays(yesterday, -1)}T22:59:40Z'`)
  const recorded = await stop('dev', 1440)
  assert.deepEqual(dayAndMinutes(recorded), [
    [addDays(yesterday, -1), 60],
    [yesterday, 1380],
  ])
  assert.equal(
    await spentOn(subtask),
    recorded.reduce((sum, { minutes }) => sum + minutes, 0),
  )
})

for (const zone of ['Pacific/Auckland', 'America/Los_Angeles'])
  test(`days have as many hours as the clocks of ${zone} say`, async () => {
    await timeZone(zone)
    const subtask = await newSubtask()
    const last = Temporal.Now.zonedDateTimeISO(zone).getTimeZoneTransition('previous')
    for (const changed of [last, last?.getTimeZoneTransition('previous')]) {
      assert.ok(changed)
      const day = changed.startOfDay()
      const left = day.hoursInDay * 60 - 60
      assert.ok([22 * 60, 24 * 60].includes(left))
      await query('delete from time_entries')
      await okBody(start('dev', subtask))
      await startedAt('dev', `'${day.add({ hours: 1 }).toInstant()}'`)
      const date = day.toPlainDate().toString()
      assert.deepEqual(
        dayAndMinutes(await stop('dev', 1440)),
        [
          [date, left],
          [addDays(date, 1), 1440 - left],
        ].filter(([, minutes]) => minutes !== 0),
      )
    }
    // A night in which the clocks change: from 23 o’clock of the day before to its end.
    await query('delete from time_entries')
    const day = last?.startOfDay()
    await okBody(start('dev', subtask))
    await startedAt('dev', `'${day?.subtract({ hours: 1 }).toInstant()}'`)
    const date = day?.toPlainDate().toString() ?? ''
    assert.deepEqual(dayAndMinutes(await stop('dev', 1440)), [
      [addDays(date, -1), 60],
      [date, 1380],
    ])
  })

test('a stopped timer takes what is left of the day, and is stopped also where nothing is left', async () => {
  const subtask = await newSubtask()
  const yesterday = addDays(today(), -1)
  const run = async () => {
    await okBody(start('dev', subtask))
    await startedAt('dev', `'${yesterday}T12:00:00Z'`)
    return dayAndMinutes(await stop('dev', 720)).filter(([day]) => day === yesterday)
  }
  await spend('dev', footer, { day: yesterday, minutes: 1000 })
  assert.deepEqual(await run(), [[yesterday, 440]])
  assert.deepEqual([await run(), await running()], [[], null])
  assert.equal(await spentOn(subtask), (await sums())[subtask])
})

test('a timer that has run for more than a working day records nothing unasked', async () => {
  const forgotten = { detail: timeProblems.forgotten }
  const since = async (interval: string) => {
    await query('delete from time_entries')
    await query('delete from timers')
    await okBody(start('dev', footer))
    await startedAt('dev', `now() - interval '${interval}'`)
  }
  const sum = (entries: { minutes: number }[]) => entries.reduce((total, { minutes }) => total + minutes, 0)
  // Up to a working day, it stops as ever.
  await since('7 hours 59 minutes')
  assert.equal(sum(await stop('dev')), 479)
  for (const [interval, minutes, recorded] of [
    ['8 hours 1 minute', 460, 460],
    ['14 hours', 240, 240],
    ['3 days', 450, 450],
    ['3 days', 0, 0],
    ['400 days', 450, 0],
    // Not more than has passed.
    ['9 hours', 1440, 540],
    ['5 minutes', 3, 3],
  ] as const) {
    await since(interval)
    if (interval !== '5 minutes') {
      assert.deepEqual(outcome(await dev('DELETE /api/timer/')), [400, forgotten], interval)
      assert.deepEqual(outcome(await start('dev', header)), [400, forgotten], interval)
      // It goes on where it runs.
      assert.equal((await okBody(start('dev', footer))).timer.subtask, footer)
      assert.deepEqual(await query('select count(*)::int as n from time_entries'), [{ n: 0 }])
    }
    assert.equal(sum(await stop('dev', minutes)), recorded, interval)
    assert.equal(await running(), null)
  }
  await since('1 hour')
  for (const minutes of ['1441', '-1', '1.5', 'x', '99999'])
    assert.equal((await dev(`DELETE /api/timer/?minutes=${minutes}`)).status, 400, minutes)
})

test('an answer about one timer does not stop the next, which another device has begun', async () => {
  await okBody(start('dev', footer))
  await startedAt('dev', `now() - interval '3 days'`)
  const { started_at } = await running()
  const answer = `DELETE /api/timer/?minutes=300&started_at=${encodeURIComponent(started_at)}`
  assert.equal((await okBody(dev(answer))).timer, null)
  await okBody(start('dev', header))
  const { timer, recorded } = await okBody(dev(answer))
  assert.deepEqual([timer.subtask, recorded], [header, []])
  assert.equal((await running()).subtask, header)
})

test('a timer can be stopped while its project is inactive, its work gone, or its person no member any more', async () => {
  const ends: ((subtask: number) => Promise<unknown>)[] = [
    (subtask) => okBody(pam(`DELETE /api/subtasks/${subtask}/`)),
    (subtask) => query('delete from subtasks where id = $1', subtask),
    () => query('update projects set is_active = false where id = $1', projects.website),
    () => query('delete from members where project_id = $1 and person_id = $2', projects.website, people.dev.id),
  ]
  for (const end of ends) {
    const subtask = await newSubtask('Varnish')
    await okBody(start('dev', subtask))
    await startedAt('dev', `now() - interval '3 minutes'`)
    await end(subtask)
    const { key, title } = await running()
    const recorded = await stop('dev')
    assert.equal(
      recorded.reduce((sum, { minutes }) => sum + minutes, 0),
      3,
    )
    assert.deepEqual([recorded[0]?.key, recorded[0]?.title], [key, title])
    assert.ok([0, 3].includes((await spentOn(subtask)) || 0))
    await query('update projects set is_active = true where id = $1', projects.website)
  }
  await query(
    `insert into members (tenant_id, project_id, person_id, role) values (1, $1, $2, 'developer')`,
    projects.website,
    people.dev.id,
  )
})

test('a timer is started by who sees the subtask, in an active project', async () => {
  for (const subtask of [subtasks.plot, subtasks.nozzle, 987_654]) assert.equal((await start('dev', subtask)).status, 404)
  assert.deepEqual(outcome(await start('dev', subtasks.fax)), [400, { detail: 'Project is inactive.' }])
  for (const who of ['ann', 'hana'] as const) assert.equal((await start(who, footer)).status, 403)
  await okBody(start('dev', footer))
  // A refused start leaves the other timer running.
  assert.equal((await start('dev', subtasks.fax)).status, 400)
  assert.equal((await running()).subtask, footer)
})

test('a timer is not started in a week that has been submitted, nor a week submitted while a timer belongs to it', async () => {
  await spend('dev', footer, { day: today(), minutes: 10 })
  await okBody(start('dev', footer))
  assert.deepEqual(outcome(await submit('dev', mondayBefore(0))), [400, { detail: timeProblems.running }])
  await startedAt('dev', `now() - interval '1 minute'`)
  await spend('dev', footer, { day: mondayBefore(1), minutes: 10 })
  await startedAt('dev', `'${mondayBefore(1)}T12:00:00Z'`)
  assert.deepEqual(outcome(await submit('dev', mondayBefore(1))), [400, { detail: timeProblems.running }])
  assert.deepEqual(outcome(await submit('dev', mondayBefore(2))), [400, { detail: timeProblems.nothing }])
  await query('delete from timers')
  await okBody(submit('dev', mondayBefore(0)))
  const { status, body } = await start('dev', header)
  assert.equal(status, 400)
  assert.match(body.detail, /has been submitted for Website/)
  assert.equal(await running(), null)
})

test('the timer of somebody who leaves the workspace is discarded', async () => {
  await okBody(start('pam', header))
  await okBody(start('dev', footer))
  await startedAt('dev', `now() - interval '90 minutes'`)
  assert.equal((await as('ann')(`DELETE /api/employees/${people.dev.id}/`)).status, 204)
  assert.deepEqual(await query('select person_id::float8 as id from timers'), [{ id: people.pam.id }])
  assert.deepEqual(await query('select 1 from time_entries'), [])
})
