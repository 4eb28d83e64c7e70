import type { Me, Member } from 'contract'
import { createContext, useContext } from 'react'
import type { TaskActions } from '../data/actions.ts'

/** The context that all rows of the list share. */
export type RowContext = {
  today: string
  members: readonly Member[]
  me: Me
  /** For the project's manager alone. */
  actions: TaskActions | undefined
  /** Change the status of a developer's own work; undefined while nothing can be changed. */
  own: Pick<TaskActions, 'setTaskStatus' | 'setSubtaskStatus'> | undefined
  /** Why nothing can be changed; undefined when it can. */
  reason: string | undefined
  /** Shows all subtasks of a task. */
  showAll: (task: number) => void
}

export const Rows = createContext<RowContext | undefined>(undefined)

export function useRows() {
  const context = useContext(Rows)
  if (!context) throw new Error('A row belongs in a list.')
  return context
}
