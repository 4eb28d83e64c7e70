import { api, departments, type Employee, type EmployeeRole, employeeRoles, roleNames } from 'contract'
import { useDeferredValue } from 'react'
import { useData, usePending } from '../api/data.ts'

export const sortKeys = ['name', 'email', 'role'] as const
export type SortKey = (typeof sortKeys)[number]
export type Sort = { key: SortKey; isDescending: boolean }
export type Filters = { search: string; role: EmployeeRole | '' }

export const departmentOptions = departments.map((name) => ({ value: name, label: name }))
export const roleOptions = employeeRoles.map((role) => ({ value: role, label: roleNames[role] }))

/** Where an employee's name, role and existence show. */
export const touched = [api.employees.list, api.assignments.grouped, api.projects.list, api.projects.get] as const

const most = { limit: '1000' }

/** The people who match, without those being deleted. `total` counts everybody; only so many as the server gives at once are in `found`. */
export function useEmployees(filters: Filters) {
  const everybody = useData(api.employees.list, { query: most })
  const hasAll = everybody.results.length >= everybody.count
  // While the server looks for it, the former answer stays.
  const asked = useDeferredValue(filters)
  const { search, role } = asked
  const answer = useData(api.employees.list, { query: hasAll ? most : { ...most, search, ...(role && { role }) } })
  const leaving = new Set(usePending(api.employees.remove).map(({ params }) => Number(params.employee_id)))
  const staying = answer.results.filter(({ id }) => !leaving.has(id))
  const found = hasAll ? matching(staying, filters) : staying
  return {
    found,
    matches: hasAll ? found.length : answer.count,
    total: everybody.count - (answer.results.length - staying.length),
  }
}

/** Those in whose name, e-mail, job title or department every word occurs, of this role. */
export function matching(people: readonly Employee[], { search, role }: Filters) {
  const words = folded(search).split(/\s+/).filter(Boolean)
  return people.filter((person) => {
    const text = folded(`${person.full_name} ${person.email} ${person.job_title} ${person.department}`)
    return (!role || person.role === role) && words.every((word) => text.includes(word))
  })
}

// So that `jose` finds José.
const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const { compare } = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })
const sortedBy: Record<SortKey, (person: Employee) => string> = {
  name: (person) => person.full_name,
  email: (person) => person.email,
  role: (person) => roleNames[person.role],
}

export function sorted(people: readonly Employee[], { key, isDescending }: Sort) {
  const of = sortedBy[key]
  const sign = isDescending ? -1 : 1
  return people.toSorted((a, b) => sign * compare(of(a), of(b)) || compare(a.full_name, b.full_name) || a.id - b.id)
}
