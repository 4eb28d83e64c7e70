import { useQuery } from '@tanstack/react-query'
import { api, type MyDeveloper, type Project } from 'contract'
import { readOf } from '../api/data.ts'
import { useFirstSteps } from '../session/firstSteps.ts'
import { useKnownHealth } from './health.ts'
import { developersOf, useProjects } from './read.ts'

export type ManagerProgress = {
  /** The newest active one. */
  project: Project | undefined
  hasDevelopers: boolean
  hasMembers: boolean
  hasTask: boolean
}

/** How far a manager's first steps are; undefined until it is known, once somebody has a subtask, or if the person has hidden them. */
export function useManagerSteps(): ManagerProgress | undefined {
  const projects = useProjects().filter(({ is_active }) => is_active)
  const developers = useQuery<readonly MyDeveloper[]>(readOf(api.members.myDevelopers, { query: {} })).data
  const health = useKnownHealth()
  const { isHidden } = useFirstSteps()
  if (isHidden || !developers || !health) return undefined
  if (health.some(({ subtasks, unassigned, tasks_done }) => subtasks > unassigned || tasks_done > 0)) return undefined
  return {
    project: projects[0],
    hasDevelopers: developers.length > 0,
    hasMembers: projects.some((project) => developersOf(project).length > 0),
    hasTask: health.some(({ tasks }) => tasks > 0),
  }
}
