import { dateProblems, type Project } from 'contract'

export type ProjectEntries = {
  name: string
  description: string
  /** `YYYY-MM-DD`, or empty for none. */
  start_date: string
  end_date: string
  priority: string
  /** The manager's id, or empty. */
  assigned_pm: string
}

type Rules = {
  /** In the workspace, `YYYY-MM-DD`. */
  today: string
  /** As stored, when the project is there already. */
  before?: Project
  mustChooseManager: boolean
}

/** What is wrong with the form of a project before it is sent, by field. */
export function projectProblems(entries: ProjectEntries, { today, before, mustChooseManager }: Rules) {
  const { start_date, end_date } = dateProblems(datesOf(entries), today, before)
  const description = entries.description.trim()
  return {
    name: entries.name.trim() ? undefined : 'Project name is required.',
    description: description && description.length < 10 ? 'Description must be at least 10 characters.' : undefined,
    start_date: start_date?.[0],
    end_date: end_date?.[0],
    assigned_pm: mustChooseManager && !entries.assigned_pm ? 'Project manager is required.' : undefined,
  }
}

/** An empty entry is no date. */
export const datesOf = ({ start_date, end_date }: Pick<ProjectEntries, 'start_date' | 'end_date'>) => ({
  start_date: start_date || null,
  end_date: end_date || null,
})

/** What differs from before: a change sends nothing that somebody else may have changed meanwhile. */
export const changed = <T extends object>(now: T, before: Readonly<Record<keyof T, unknown>>) =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== before[field as keyof T])) as Partial<T>
