// @sampled: After any sequence of changes, the sums of a ledger equal a fresh computation, and no half day counts twice.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, defaultSchedule, type LeavePeriod, type YearlyPolicy } from 'contract'
import fc from 'fast-check'
import { byRequest, type LedgerSum, missingRows } from '../ledger/settle.ts'
import { examples } from '../testing/sampling.ts'
import { costOf } from './days.ts'
import { overlaps } from './periods.ts'
import { balances } from './testing-oracle.ts'

const [first, last] = ['2026-01-01', '2027-12-31']
type Request = LeavePeriod & { id: number; status: 'pending' | 'approved' | 'ended' }
type Row = LedgerSum

/** A person's leave as the server keeps it, with the statements replaced by lists. */
class Model {
  policies: YearlyPolicy[] = [{ year: 2026, allowance: 50, granted: 'yearly', carry_limit: 10, carry_until: '03-31' }]
  starts_on: string | null = null
  ends_on: string | null = null
  schedules = [{ from: '0001-01-01', minutes: [...defaultSchedule] }]
  holidays = new Map<string, boolean>()
  requests: Request[] = []
  days = new Map<number, string[]>()
  ledger: Row[] = []

  minutesOn = (day: string) => {
    const schedule = this.schedules.filter(({ from }) => from <= day).sort((a, b) => b.from.localeCompare(a.from))[0]
    return schedule?.minutes[(new Date(day).getUTCDay() + 6) % 7] ?? 0
  }

  #cost(period: LeavePeriod) {
    const holidays = [...this.holidays].map(([day, is_half]) => ({ day, name: '', is_half }))
    return costOf({ minutesOn: this.minutesOn, holidays }, period).map(({ day, half }) => `${day} ${half}`)
  }

  request(period: LeavePeriod) {
    const active = this.requests.filter(({ status }) => status !== 'ended')
    const halves = this.#cost(period)
    if (!halves.length || active.some((other) => overlaps(other, period))) return
    const id = this.requests.length + 1
    this.requests.push({ ...period, id, status: 'pending' })
    this.days.set(id, halves)
  }

  end(id: number) {
    const request = this.requests.find((each) => each.id === id)
    if (!request) return
    request.status = 'ended'
    this.days.delete(id)
    this.settle()
  }

  approve(id: number) {
    const request = this.requests.find((each) => each.id === id && each.status === 'pending')
    if (request) request.status = 'approved'
    this.settle()
  }

  /** As after a change of schedules or holidays: only the days from one to the other are computed again. */
  costAgain(from: string, to: string) {
    for (const request of this.requests.filter(({ status }) => status !== 'ended')) {
      const kept = (this.days.get(request.id) ?? []).filter((half) => half.slice(0, 10) < from || half.slice(0, 10) > to)
      const changed = this.#cost(request).filter((half) => half.slice(0, 10) >= from && half.slice(0, 10) <= to)
      this.days.set(request.id, [...kept, ...changed])
    }
    this.settle()
  }

  /** Rules of a year leave the ledger before it as it is. */
  settle(fromYear?: number) {
    const approved = this.requests.filter(({ status }) => status === 'approved')
    const days = approved.flatMap(({ id }) => {
      const byDay = Map.groupBy(this.days.get(id) ?? [], (half) => half.slice(0, 10))
      return [...byDay].map(([day, halves]) => ({ leave_id: id, day, halves: halves.length }))
    })
    const facts = {
      policies: this.policies,
      employment: { starts_on: this.starts_on, ends_on: this.ends_on },
      taken: byRequest(days.filter(({ day }) => day >= `${fromYear ?? 0}-01-01`)),
      through: 2027,
    }
    const sums = [...Map.groupBy(this.ledger, ({ key, day }) => `${day} ${key}`).values()].map((rows) => ({
      ...(rows[0] as Row),
      halves: rows.reduce((sum, { halves }) => sum + halves, 0),
    }))
    for (const { key, day, half_days } of missingRows(facts, sums, { fromYear, cause: 'Changed' }))
      this.ledger.push({ key, day, halves: half_days })
  }

  balanceOn = (day: string) => this.ledger.reduce((sum, row) => (row.day <= day ? sum + row.halves : sum), 0)
}

/** The turns of the years, the last days to take what was carried over, and the days after them. */
const checked = ['02-28', '03-01', '03-31', '04-01', '06-30', '07-01', '08-17', '12-31', '01-01'].flatMap((end) => [
  `2026-${end}`,
  `2027-${end}`,
])

const day = fc.integer({ min: 0, max: 729 }).map((days) => addDays(first, days))
const period = fc
  .record({ from: day, length: fc.integer({ min: 0, max: 12 }), starts_at_noon: fc.boolean(), ends_at_noon: fc.boolean() })
  .map(({ length, ...rest }) => ({ ...rest, to: addDays(rest.from, length) }))
  .filter(({ from, to, starts_at_noon, ends_at_noon }) => to <= last && !(from === to && starts_at_noon && ends_at_noon))
const id = fc.integer({ min: 1, max: 8 })
const policy = fc.record({
  year: fc.constantFrom(2025, 2026, 2027),
  allowance: fc.option(fc.integer({ min: 0, max: 70 })),
  granted: fc.constantFrom('yearly' as const, 'monthly' as const),
  carry_limit: fc.option(fc.integer({ min: 0, max: 20 })),
  carry_until: fc.option(fc.constantFrom('03-31', '06-30', '02-28', '12-31')),
})
const minutes = fc.array(fc.constantFrom(0, 240, 480), { minLength: 7, maxLength: 7 })

const act = fc.oneof(
  { weight: 5, arbitrary: period.map((value) => (model: Model) => model.request(value)) },
  { weight: 4, arbitrary: id.map((value) => (model: Model) => model.approve(value)) },
  { weight: 2, arbitrary: id.map((value) => (model: Model) => model.end(value)) },
  fc.tuple(day, fc.integer({ min: -20, max: 20 })).map(([when, halves]) => (model: Model) => {
    if (halves) model.ledger.push({ key: null, day: when, halves })
    model.settle()
  }),
  fc.tuple(day, minutes).map(([from, value]) => (model: Model) => {
    model.schedules = [...model.schedules.filter((each) => each.from !== from), { from, minutes: value }]
    model.costAgain(from, '9999-12-31')
  }),
  fc.tuple(day, fc.option(fc.boolean())).map(([when, is_half]) => (model: Model) => {
    if (is_half === null) model.holidays.delete(when)
    else model.holidays.set(when, is_half)
    model.costAgain(when, when)
  }),
  policy.map((rules) => (model: Model) => {
    const others = model.policies.filter(({ year }) => year !== rules.year)
    model.policies = [...others, rules].sort((a, b) => a.year - b.year)
    model.settle(rules.year)
  }),
  fc.tuple(fc.option(day), fc.option(day)).map(([a, b]) => (model: Model) => {
    const isWrong = a !== null && b !== null && b < a
    model.starts_on = isWrong ? b : a
    model.ends_on = isWrong ? a : b
    model.settle()
  }),
)

test('the sums of a ledger equal a computation day by day after any sequence, and no half day counts twice', () => {
  fc.assert(
    fc.property(fc.array(act, { minLength: 1, maxLength: 14 }), (acts) => {
      const model = new Model()
      model.settle()
      for (const change of acts) change(model)
      const halves = [...model.days.values()].flat()
      assert.equal(new Set(halves).size, halves.length)
      const approved = model.requests.filter(({ status }) => status === 'approved')
      const worked = (when: string): [boolean, boolean] => {
        const isWorked = model.minutesOn(when) > 0 && model.holidays.get(when) !== false
        return [isWorked, isWorked && model.holidays.get(when) !== true]
      }
      const corrections = model.ledger.filter(({ key }) => key === null)
      const { policies, starts_on, ends_on } = model
      const fresh = balances({ policies, starts_on, ends_on, approved, corrections, worked }, { first: 2025, last: 2027 })
      // A ledger has the days of a request in a year on its first: a day in the midst of one has another balance.
      const isWithin = (when: string) => approved.some(({ from, to }) => from <= when && when < to)
      for (const when of checked) if (!isWithin(when)) assert.equal(model.balanceOn(when), fresh.get(when), when)
    }),
    examples({ sample: 500, whole: 10_000 }),
  )
})
