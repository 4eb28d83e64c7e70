import type { PersonCapacity } from 'contract'
import { describe, expect, test } from 'vitest'
import { collisionsIn, isSomebodyAway, proposedDays, takersOn } from './collisions.ts'

// A Monday.
const today = '2026-08-03'
const [dana, dev, ada, bo, pam] = [1, 2, 3, 4, 5]
const absence = (from: string, to: string) => ({ from, to, starts_at_noon: false, ends_at_noon: false })

type Options = { planned?: number; leave?: number; absences?: PersonCapacity['absences'] }
const capacity = (person: number, { planned = 0, leave = 0, absences = [] }: Options = {}): PersonCapacity => ({
  person,
  weeks: ['2026-08-03', '2026-08-10'].map((from, n) => ({
    ...{ from, until: n === 0 ? '2026-08-09' : '2026-08-16', scheduled: 2400, holidays: 0 },
    ...{ leave: leave * 60, planned, done: 0, overdue: 0 },
  })),
  absences,
})
const member = (id: number, role: 'developer' | 'project_manager' = 'developer') => ({
  role,
  employee: { id, full_name: `Person ${id}`, email: '' },
})
const danaAway = capacity(dana, { absences: [absence('2026-08-11', '2026-08-13'), absence('2026-08-14', '2026-08-14')] })
const work = (due_date: string, person = dana) => ({ title: 'Contact form', person, due_date })

describe('work collides with an absence', () => {
  test('if it is due on a day of it', () => {
    const dates = ['2026-08-10', '2026-08-11', '2026-08-13', '2026-08-15']
    const found = collisionsIn(
      dates.map((date) => work(date)),
      [danaAway],
      today,
    )
    expect(found.map(({ day }) => day)).toEqual(['2026-08-11', '2026-08-13'])
  })

  test('if it is overdue, and they are away today', () => {
    expect(collisionsIn([work('2026-08-01')], [danaAway], '2026-08-12').map(({ day }) => day)).toEqual(['2026-08-12'])
    expect(collisionsIn([work('2026-08-01')], [danaAway], today)).toEqual([])
  })

  test('only if it is known', () => {
    expect(collisionsIn([work('2026-08-12')], [], today)).toEqual([])
    expect(collisionsIn([work('2026-08-12', dev)], [danaAway, capacity(dev)], today)).toEqual([])
  })
})

describe('somebody else is proposed', () => {
  const members = [member(dana), member(dev), member(ada), member(bo), member(pam, 'project_manager')]
  const names = (capacities: PersonCapacity[], days = ['2026-08-12']) =>
    takersOn(days, { members, capacities }, new Set([dana])).map(({ id, hours }) => [id, hours])

  test('the two developers with the most hours free in that week', () =>
    expect(
      names([danaAway, capacity(dev, { planned: 38 }), capacity(ada, { planned: 12 }), capacity(bo), capacity(pam)]),
    ).toEqual([
      [bo, { planned: 0, free: 40 }],
      [ada, { planned: 12, free: 28 }],
    ]))

  test('nobody who is away that day, has no working time that week, or is not known', () =>
    expect(
      names([danaAway, capacity(dev, { absences: [absence('2026-08-12', '2026-08-12')] }), capacity(ada, { leave: 40 })]),
    ).toEqual([]))

  test('without hours where the week is not known', () =>
    expect(names([capacity(dev, { planned: 20 }), capacity(ada)], ['2026-10-01'])).toEqual([
      [ada, null],
      [dev, null],
    ]))

  test('with the hours of all weeks that are concerned', () =>
    expect(names([capacity(dev, { planned: 10 })], ['2026-08-05', '2026-08-12'])).toEqual([[dev, { planned: 20, free: 60 }]]))
})

describe('other dates are proposed', () => {
  const isWorkday = (day: string) => ![0, 6].includes(new Date(day).getUTCDay())
  const proposed = (capacities: PersonCapacity[], now = today, isWorking = isWorkday) =>
    proposedDays({
      collisions: collisionsIn([work('2026-08-12')], capacities, now),
      capacities,
      today: now,
      isWorkday: isWorking,
    })

  test('the last working day before and the first one after, when nobody is away', () =>
    expect(proposed([danaAway])).toEqual(['2026-08-10', '2026-08-17']))

  test('no weekends and holidays', () => {
    const away = capacity(dana, { absences: [absence('2026-08-10', '2026-08-16')] })
    expect(proposed([away], today, (day) => isWorkday(day) && day !== '2026-08-17')).toEqual(['2026-08-07', '2026-08-18'])
  })

  test('none before today', () => expect(proposed([danaAway], '2026-08-11')).toEqual(['2026-08-17']))

  test('a date on which somebody is away is known', () => {
    const collisions = collisionsIn([work('2026-08-12')], [danaAway], today)
    expect(isSomebodyAway(collisions, [danaAway], '2026-08-14')).toBe(true)
    expect(isSomebodyAway(collisions, [danaAway], '2026-08-17')).toBe(false)
  })
})
