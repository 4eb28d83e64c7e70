import type { Subtask, Task } from 'contract'
import { createContext } from 'react'

/** The project's tasks: the possible parents of a new subtask. */
export const ParentTasks = createContext<readonly Task[]>([])

const lastChosen = new Map<number, number>()

/** Remembers the parent chosen last in a project, until the page is reloaded. */
export const rememberParent = (project_id: number, task: number) => void lastChosen.set(project_id, task)

/**
 * The task that a new subtask most likely belongs to: the last one chosen in this project, else that of the person's newest
 * subtask, else the newest task that is not done.
 */
export function sensibleParent(project_id: number, tasks: readonly Task[], assigned: readonly Subtask[]) {
  const newest = <T extends { id: number }>(list: readonly T[]) =>
    list.reduce<T | undefined>((best, item) => (best && best.id > item.id ? best : item), undefined)
  const guesses = [
    lastChosen.get(project_id),
    newest(assigned)?.task,
    newest(tasks.filter(({ status }) => status !== 'done'))?.id,
  ]
  return guesses.find((guess) => tasks.some(({ id }) => id === guess)) ?? newest(tasks)?.id
}
