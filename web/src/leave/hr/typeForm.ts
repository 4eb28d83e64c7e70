import { isDate, type LeavePolicy, type LeaveType, leaveTypeProblems, leaveTypeRules, leaveYears, problemOf } from 'contract'
import { halvesIn, typedDays } from './halves.ts'

export type TypeValues = Pick<LeaveType, 'name' | 'color' | 'needs_approval' | 'allows_half_days' | 'proof'>

/** The values that are the same in each year. */
export const typeForm = {
  blank: { name: '', color: 'teal', needs_approval: true, allows_half_days: true, proof: 'none' } as TypeValues,
  from: ({ name, color, needs_approval, allows_half_days, proof }: TypeValues): TypeValues => ({
    ...{ name, color, needs_approval, allows_half_days, proof },
  }),
  toBody: ({ name, color, needs_approval, allows_half_days, proof }: TypeValues) => ({
    ...{ name, color, needs_approval, allows_half_days, proof },
  }),
  problems: ({ name }: TypeValues) => ({ name: problemOf(leaveTypeRules.name, name) }),
}

/** The fields of the rules. Amounts are typed in days. */
export type RuleValues = {
  basis: 'granted' | 'counted'
  allowance: string
  granted: LeavePolicy['granted']
  carry: 'all' | 'some' | 'nothing'
  carry_limit: string
  /** `MM-DD`; empty where there is no end. */
  carry_until: string
  overdraft: string
}

const carryOf = ({ carry_limit }: LeavePolicy) => (carry_limit === null ? 'all' : carry_limit === 0 ? 'nothing' : 'some')
const amountProblem = (text: string) => ((halvesIn(text) ?? -1) < 0 ? leaveTypeProblems.days : undefined)
/** No amount where the form has found a problem. */
const amountIn = (text: string) => halvesIn(text) ?? Number.NaN
const counted: LeavePolicy = { allowance: null, granted: 'yearly', carry_limit: null, carry_until: null, overdraft: 0 }

export const ruleForm = {
  blank: {
    ...{ basis: 'granted', allowance: '25', granted: 'yearly', carry: 'some' },
    ...{ carry_limit: '5', carry_until: '03-31', overdraft: '0' },
  } as RuleValues,
  from: (policy: LeavePolicy): RuleValues =>
    policy.allowance === null
      ? { ...ruleForm.blank, basis: 'counted' }
      : {
          ...{ basis: 'granted', allowance: typedDays(policy.allowance), granted: policy.granted, carry: carryOf(policy) },
          carry_limit: typedDays(policy.carry_limit || 10),
          carry_until: policy.carry_until ?? '',
          overdraft: typedDays(policy.overdraft),
        },
  toBody({ basis, allowance, granted, carry, carry_limit, carry_until, overdraft }: RuleValues): LeavePolicy {
    if (basis === 'counted') return counted
    const limits = { all: null, some: amountIn(carry_limit), nothing: 0 }
    return {
      ...{ allowance: amountIn(allowance), granted, carry_limit: limits[carry] },
      carry_until: carry === 'nothing' ? null : carry_until || null,
      overdraft: amountIn(overdraft),
    }
  },
  problems({ basis, allowance, carry, carry_limit, carry_until, overdraft }: RuleValues) {
    if (basis === 'counted') return {}
    const isNoDay = carry !== 'nothing' && carry_until !== '' && !isDate(`2001-${carry_until}`)
    return {
      allowance: amountProblem(allowance),
      carry_limit: carry === 'some' ? amountProblem(carry_limit) : undefined,
      carry_until: isNoDay ? leaveTypeProblems.monthDay : undefined,
      overdraft: amountProblem(overdraft),
    }
  },
}

/** A new type, whose rules hold from this year on. */
export const newTypeForm = {
  blank: { ...typeForm.blank, ...ruleForm.blank },
  toBody: (values: TypeValues & RuleValues) => ({ ...typeForm.toBody(values), policy: ruleForm.toBody(values) }),
  problems: (values: TypeValues & RuleValues) => ({ ...typeForm.problems(values), ...ruleForm.problems(values) }),
}

/** The year in a text. */
export const yearIn = (text: string) => (/^\d{4}$/.test(text.trim()) ? Number(text) : undefined)

/** Rules that hold from a year on. */
export const yearForm = {
  blank: { ...ruleForm.blank, year: '' },
  toBody: (values: RuleValues) => ruleForm.toBody(values),
  problems({ year, ...rules }: RuleValues & { year: string }) {
    const typed = yearIn(year) ?? 0
    const isYear = typed >= leaveYears.first && typed <= leaveYears.last
    return { year: isYear ? undefined : leaveTypeProblems.year, ...ruleForm.problems(rules) }
  },
}
