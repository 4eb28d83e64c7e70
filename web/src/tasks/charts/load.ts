import { addDays, type Task } from 'contract'
import { endOfWeek, type Now } from '../../ui/text/dates.ts'

type Load = {
  name: string
  week: number
  next: number
  later: number
  /** In minutes, on these subtasks, by everybody. */
  spent: number
}

/** The estimated hours of each person's open subtasks, by when they are due; who has most of it this week comes first. */
export function loadOf(tasks: readonly Task[], { today, first_day }: Now): Load[] {
  const end = endOfWeek(today, first_day)
  const people = new Map<number, Load>()
  for (const { subtasks } of tasks)
    for (const { assigned_to, status, due_date, estimated_hours, spent_minutes } of subtasks) {
      if (!assigned_to || status === 'done' || !estimated_hours) continue
      const load = people.get(assigned_to.id) ?? { name: assigned_to.full_name, week: 0, next: 0, later: 0, spent: 0 }
      people.set(assigned_to.id, load)
      const when = due_date && due_date <= end ? 'week' : due_date && due_date <= addDays(end, 7) ? 'next' : 'later'
      load.spent += spent_minutes
      load[when] = Math.round((load[when] + estimated_hours) * 10) / 10
    }
  return [...people.values()].sort((a, b) => b.week - a.week || a.name.localeCompare(b.name))
}
