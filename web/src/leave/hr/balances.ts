import type { DirectoryPerson, LeaveBalance, LeaveType } from 'contract'
import { byName } from '../../directory/read.ts'
import { matcherOf } from '../../ui/list/search.ts'
import { compareValues, type Sort } from '../../ui/list/sort.ts'

export type BalanceRow = Pick<DirectoryPerson, 'id' | 'full_name' | 'job_title'> & {
  /** By the id of the type. */
  balances: ReadonlyMap<number, LeaveBalance>
}

type Balances = readonly { person: number; balances: readonly LeaveBalance[] }[]

/** The people who are in the directory as well: both are read again when somebody comes or goes, one after the other. */
export function rowsWith(people: readonly DirectoryPerson[], answer: Balances): readonly BalanceRow[] {
  const personOf = new Map(people.map((person) => [person.id, person]))
  return answer.flatMap(({ person, balances }) => {
    const found = personOf.get(person)
    if (!found) return []
    const { id, full_name, job_title } = found
    return [{ id, full_name, job_title, balances: new Map(balances.map((balance) => [balance.type, balance])) }]
  })
}

/** The types that the balances are about: those with a balance first, each by name. */
export function typesIn(types: readonly LeaveType[], rows: readonly BalanceRow[]) {
  const some = rows[0]?.balances
  const shown = types.filter(({ id }) => some?.has(id))
  const isCounted = ({ id }: LeaveType) => some?.get(id)?.left === null
  return [...shown.filter((type) => !isCounted(type)), ...shown.filter(isCounted)]
}

/** `name`, or the column of a type. */
export const columnKey = ({ id }: Pick<LeaveType, 'id'>) => `type-${id}`

/** The number that a column is ordered by: what is left, or else what is taken. */
function amountOf({ balances }: BalanceRow, key: string) {
  const balance = balances.get(Number(key.slice('type-'.length)))
  return balance?.left ?? balance?.taken
}

/** The rows with every word of the search in the name or the job, ordered by the key. */
export function found(rows: readonly BalanceRow[], search: string, { key, isDescending }: Sort<string>) {
  const matches = matcherOf(search)
  const sortValueOf = (row: BalanceRow) => (key === 'name' ? row.full_name : amountOf(row, key))
  return rows
    .filter(({ full_name, job_title }) => matches(`${full_name} ${job_title}`))
    .sort((a, b) => compareValues(sortValueOf(a), sortValueOf(b), isDescending) || byName(a, b))
}
