import type { Subtask, Task } from 'contract'
import { createContext } from 'react'

/** The tasks that a subtask added on the board can belong to. */
export const ParentTasks = createContext<readonly Task[]>([])

const lastOf = new Map<number, number>()

/** Of a project, until the page is left or reloaded. */
export const rememberParent = (project_id: number, task: number) => void lastOf.set(project_id, task)

/**
 * The task that a new subtask most likely belongs to: the last one chosen in this project, else that of the person's newest
 * subtask, else the newest task that is not done.
 */
export function sensibleParent(project_id: number, tasks: readonly Task[], theirs: readonly Subtask[]) {
  const newest = <T extends { id: number }>(list: readonly T[]) =>
    list.reduce<T | undefined>((best, one) => (best && best.id > one.id ? best : one), undefined)
  const guesses = [lastOf.get(project_id), newest(theirs)?.task, newest(tasks.filter(({ status }) => status !== 'done'))?.id]
  return guesses.find((guess) => tasks.some(({ id }) => id === guess)) ?? newest(tasks)?.id
}
