import { api, departments, type Employee, type EmployeeRole, employeeRoles, roleNames } from 'contract'
import { useDeferredValue, useMemo } from 'react'
import { useData, usePending } from '../api/data.ts'
import { withPending } from '../api/pending.ts'
import { matcherOf } from '../ui/list/search.ts'
import { compareNames, type Sort } from '../ui/list/sort.ts'

export const sortKeys = ['name', 'email', 'role'] as const
export type EmployeeSort = (typeof sortKeys)[number]
export type EmployeeFilters = {
  search: string
  role: EmployeeRole | ''
  invitation: Employee['invitation_status'] | ''
}

export const departmentOptions = departments.map((name) => ({ value: name, label: name }))
export const roleOptions = employeeRoles.map((role) => ({ value: role, label: roleNames[role] }))

/** The reads that show an employee's name, role or existence. */
export const affectedReads = [api.employees.list, api.assignments.grouped, api.projects.list, api.projects.get] as const

/** Everybody who can run a project and have developers. */
export const managersQuery = { query: { role: 'project_manager', limit: '1000' } } as const
/** The same, for the tenant admin. */
export const useManagers = () => useData(api.employees.list, managersQuery).results

export const everybodyQuery = { limit: '1000' }

/**
 * The employees that match, without those being deleted. `shown` holds at most as many as the server returns at once; `matches`
 * counts all that match, `total` everybody.
 */
export function useEmployees({ search, role, invitation }: EmployeeFilters, sort: Sort<EmployeeSort>) {
  const everybody = useData(api.employees.list, { query: everybodyQuery })
  const hasAll = everybody.results.length >= everybody.count
  // The previous answer stays on the screen while the server searches.
  const wanted = JSON.stringify(queryOf({ search, role, invitation }))
  const deferred = useDeferredValue(wanted)
  const query = hasAll ? everybodyQuery : (JSON.parse(deferred) as ReturnType<typeof queryOf>)
  const answer = useData(api.employees.list, { query })
  const isWaiting = !hasAll && deferred !== wanted
  const removals = usePending(api.employees.remove)
  const { key, isDescending } = sort
  return useMemo(() => {
    const remaining = withPending(answer.results, { removed: removals.map(({ params }) => Number(params.employee_id)) })
    const shown = sorted(hasAll ? matching(remaining, { search, role, invitation }) : remaining, { key, isDescending })
    const removedCount = answer.results.length - remaining.length
    return {
      shown,
      matches: hasAll ? shown.length : answer.count - removedCount,
      total: everybody.count - removedCount,
      isWaiting,
    }
  }, [answer, everybody, hasAll, isWaiting, removals, search, role, invitation, key, isDescending])
}

const queryOf = ({ search, role, invitation }: EmployeeFilters) => ({
  ...everybodyQuery,
  ...(search.trim() && { search }),
  ...(role && { role }),
  ...(invitation && { invitation_status: invitation }),
})

/** The people of this role and invitation status with every word in their name, e-mail, job title or department. */
export function matching(people: readonly Employee[], { search, role, invitation }: EmployeeFilters) {
  const matches = matcherOf(search)
  return people.filter(
    (person) =>
      (!role || person.role === role) &&
      (!invitation || person.invitation_status === invitation) &&
      matches(`${person.full_name} ${person.email} ${person.job_title} ${person.department}`),
  )
}

const sortedBy: Record<EmployeeSort, (person: Employee) => string> = {
  name: (person) => person.full_name,
  email: (person) => person.email,
  role: (person) => roleNames[person.role],
}

export function sorted(people: readonly Employee[], { key, isDescending }: Sort<EmployeeSort>) {
  const textOf = sortedBy[key]
  const sign = isDescending ? -1 : 1
  return people.toSorted(
    (a, b) => sign * compareNames(textOf(a), textOf(b)) || compareNames(a.full_name, b.full_name) || a.id - b.id,
  )
}
