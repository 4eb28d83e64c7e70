import { useQuery } from '@tanstack/react-query'
import { api } from 'contract'
import { keyOf, readOf } from '../api/data.ts'

const argsOf = (project_id: number) => ({ params: { project_id: String(project_id) } })

/** Events tell when there are others. */
const staleTime = Number.POSITIVE_INFINITY

/** The capacities of a project's members. Undefined until they are known. */
export const useCapacities = (project_id: number) =>
  useQuery({ ...readOf(api.capacity.ofProject, argsOf(project_id)), staleTime }).data

/** The key of the capacities in the cache. */
export const capacitiesKey = (project_id: number) => keyOf(api.capacity.ofProject, argsOf(project_id))

/** The members of a project. Undefined until they are known. */
export const useTeam = (project_id: number) =>
  useQuery({ ...readOf(api.projects.get, argsOf(project_id)), staleTime }).data?.members

export const teamKey = (project_id: number) => keyOf(api.projects.get, argsOf(project_id))
