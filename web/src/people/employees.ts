import { api, departments, type Employee, type EmployeeRole, employeeRoles, roleNames } from 'contract'
import { useDeferredValue, useMemo } from 'react'
import { useData, usePending } from '../api/data.ts'
import { matcherOf } from '../ui/list/search.ts'
import type { Sort } from '../ui/list/sort.ts'

export const sortKeys = ['name', 'email', 'role'] as const
export type SortKey = (typeof sortKeys)[number]
export type Filters = { search: string; role: EmployeeRole | ''; invitation: Employee['invitation_status'] | '' }

export const departmentOptions = departments.map((name) => ({ value: name, label: name }))
export const roleOptions = employeeRoles.map((role) => ({ value: role, label: roleNames[role] }))

/** Where an employee's name, role and existence show. */
export const touched = [api.employees.list, api.assignments.grouped, api.projects.list, api.projects.get] as const

const most = { limit: '1000' }

/** The people who match, without those being deleted. `total` counts everybody; only so many as the server gives at once are in `found`. */
export function useEmployees({ search, role, invitation }: Filters, sort: Sort<SortKey>) {
  const everybody = useData(api.employees.list, { query: most })
  const hasAll = everybody.results.length >= everybody.count
  // While the server looks for it, the former answer stays.
  const wanted = JSON.stringify(queryOf({ search, role, invitation }))
  const asked = useDeferredValue(wanted)
  const query = hasAll ? most : (JSON.parse(asked) as ReturnType<typeof queryOf>)
  const answer = useData(api.employees.list, { query })
  const isWaiting = !hasAll && asked !== wanted
  const leaving = usePending(api.employees.remove)
  const { key, isDescending } = sort
  return useMemo(() => {
    const gone = new Set(leaving.map(({ params }) => Number(params.employee_id)))
    const staying = answer.results.filter(({ id }) => !gone.has(id))
    const found = sorted(hasAll ? matching(staying, { search, role, invitation }) : staying, { key, isDescending })
    const left = answer.results.length - staying.length
    return { found, matches: hasAll ? found.length : answer.count - left, total: everybody.count - left, isWaiting }
  }, [answer, everybody, hasAll, isWaiting, leaving, search, role, invitation, key, isDescending])
}

const queryOf = ({ search, role, invitation }: Filters) => ({
  ...most,
  ...(search.trim() && { search }),
  ...(role && { role }),
  ...(invitation && { invitation_status: invitation }),
})

/** Those in whose name, e-mail, job title or department every word occurs, of this role and with such an invitation. */
export function matching(people: readonly Employee[], { search, role, invitation }: Filters) {
  const matches = matcherOf(search)
  return people.filter(
    (person) =>
      (!role || person.role === role) &&
      (!invitation || person.invitation_status === invitation) &&
      matches(`${person.full_name} ${person.email} ${person.job_title} ${person.department}`),
  )
}

const { compare } = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })
const sortedBy: Record<SortKey, (person: Employee) => string> = {
  name: (person) => person.full_name,
  email: (person) => person.email,
  role: (person) => roleNames[person.role],
}

export function sorted(people: readonly Employee[], { key, isDescending }: Sort<SortKey>) {
  const of = sortedBy[key]
  const sign = isDescending ? -1 : 1
  return people.toSorted((a, b) => sign * compare(of(a), of(b)) || compare(a.full_name, b.full_name) || a.id - b.id)
}
