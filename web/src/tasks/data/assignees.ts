import { api, isAssignable, type Member, type Task } from 'contract'
import { useData } from '../../api/data.ts'

// The manager, whose own it seldom is, comes last.
const rank = ({ role }: Member) => (role === 'developer' ? 0 : 1)

/** The project's members as options. The current assignee stays one after leaving the project. */
export function useAssignees(project_id: number, current: Task['assigned_to'] | undefined) {
  const { members } = useData(api.projects.get, { params: { project_id: String(project_id) } })
  const people = members
    .filter(isAssignable)
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ employee }) => employee)
  const all = current && !people.some(({ id }) => id === current.id) ? [...people, current] : people
  return all.map(({ id, full_name }) => ({ value: String(id), label: full_name }))
}
