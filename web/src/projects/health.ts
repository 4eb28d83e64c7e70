import { useQuery } from '@tanstack/react-query'
import { api, healthStates, may, type Project, type ProjectHealth } from 'contract'
import { useMemo } from 'react'
import { readOf } from '../api/data.ts'
import { useMe } from '../session/session.ts'

const none: readonly ProjectHealth[] = []

/** How the active projects stand that this person sees, the newest first; empty until it has been read. Pages are complete without it. */
export const useHealth = (): readonly ProjectHealth[] => useKnownHealth() ?? none

/** The same; undefined until it has been read. */
export const useKnownHealth = () => useHealthQuery().data

/** Whether it has been read, or could not be. */
export const useIsHealthRead = () => !useHealthQuery().isPending

function useHealthQuery() {
  const { role } = useMe()
  return useQuery<readonly ProjectHealth[]>({ ...readOf(api.health.projects, {}), enabled: may(role, api.health.projects) })
}

/** The same by the project's id. */
export function useHealthById(): ReadonlyMap<number, ProjectHealth> {
  const all = useHealth()
  return useMemo(() => new Map(all.map((health) => [health.project, health])), [all])
}

/** The projects with the late ones first, those at risk next, and each kind in its present order. */
export function worstFirst(projects: readonly Project[], health: ReadonlyMap<number, ProjectHealth>) {
  const rankOf = ({ id }: Project) => healthStates.indexOf(health.get(id)?.state ?? 'on_track')
  return projects.toSorted((a, b) => rankOf(b) - rankOf(a))
}

export const percentDone = ({ tasks, tasks_done }: Pick<ProjectHealth, 'tasks' | 'tasks_done'>) =>
  tasks === 0 ? 0 : Math.round((tasks_done / tasks) * 100)
