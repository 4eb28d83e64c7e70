import { type LeavePolicy, type LeaveType, policyIn } from 'contract'
import { monthNames } from '../../ui/text/dates.ts'
import { daysInWords } from '../words.ts'

/** A day of the year, `03-31`, as `31 March`. */
export function dayOfYear(monthDay: string) {
  const [month, day] = monthDay.split('-').map(Number)
  return `${day} ${monthNames[(month ?? 1) - 1]}`
}

const capitalised = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

function carryOver({ carry_limit, carry_until }: LeavePolicy) {
  if (carry_limit === 0) return 'nothing is carried over'
  const end = carry_until === null ? '' : ` until ${dayOfYear(carry_until)}`
  return `${carry_limit === null ? 'everything' : `at most ${daysInWords(carry_limit)}`} carried over${end}`
}

/** The rules of a year in words, such as `25 days a year, granted at once; at most 5 days carried over until 31 March`. */
export function policyInWords(policy: LeavePolicy) {
  const { allowance, granted, overdraft } = policy
  if (allowance === null) return 'Days are only counted'
  return capitalised(
    [
      `${daysInWords(allowance)} a year, granted ${granted === 'yearly' ? 'at once' : 'month by month'}`,
      carryOver(policy),
      ...(overdraft > 0 ? [`up to ${daysInWords(overdraft)} below zero`] : []),
    ].join('; '),
  )
}

const proofs = { none: [], note: ['needs a note'], document: ['needs a document'] } as const

/** A type with its rules of a year. */
export function typeInWords({ policies, needs_approval, allows_half_days, proof }: LeaveType, year: number) {
  const rules = policyIn(policies, year)
  const beginning = rules ? policyInWords(rules) : `No rules before ${policies[0]?.year ?? year + 1}`
  const others = [
    needs_approval ? 'approval needed' : 'no approval needed',
    ...(allows_half_days ? [] : ['whole days only']),
    ...proofs[proof],
  ]
  return [beginning, ...others].join('; ')
}

/** The rules that come later, such as `From 2027: …`. */
export const laterRules = ({ policies }: LeaveType, year: number) =>
  policies.filter((each) => each.year > year).map((each) => `From ${each.year}: ${policyInWords(each)}`)
