import { useQuery } from '@tanstack/react-query'
import { api, may, type ProjectHealth } from 'contract'
import { useMemo } from 'react'
import { readOf } from '../api/data.ts'
import { useMe } from '../session/session.ts'

const none: readonly ProjectHealth[] = []

/** How the active projects stand that this person sees, the newest first; empty until it has been read. Pages are complete without it. */
export function useHealth(): readonly ProjectHealth[] {
  const { role } = useMe()
  const { data = none } = useQuery<readonly ProjectHealth[]>({
    ...readOf(api.health.projects, {}),
    enabled: may(role, api.health.projects),
  })
  return data
}

/** The same by the project's id. */
export function useHealthById(): ReadonlyMap<number, ProjectHealth> {
  const all = useHealth()
  return useMemo(() => new Map(all.map((health) => [health.project, health])), [all])
}

export const percentDone = ({ tasks, tasks_done }: Pick<ProjectHealth, 'tasks' | 'tasks_done'>) =>
  tasks === 0 ? 0 : Math.round((tasks_done / tasks) * 100)
