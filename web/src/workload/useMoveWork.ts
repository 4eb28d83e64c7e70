import type { Project, Workload } from 'contract'
import { useCallback, useMemo } from 'react'
import { messageOf } from '../api/messages.ts'
import { queued } from '../api/queue.ts'
import { cellOf, holderOf, isAwayOn, moveInto, type WorkloadPerson } from '../capacity/workload.ts'
import { dueDayInWords } from '../capacity/workloadWords.ts'
import { useToday } from '../session/today.ts'
import { useTaskChanges } from '../tasks/data/changes.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { offerUndo } from '../ui/feedback/undo.tsx'

export type MembersOf = (project_id: number) => ReadonlySet<number> | undefined
type Move = NonNullable<ReturnType<typeof moveInto>>

/** A function that moves a task or subtask into a cell, and offers to take that back. */
export function useMoveWork(workload: Workload, projects: readonly Project[]) {
  const { updateTask, updateSubtask } = useTaskChanges()
  const today = useToday()
  const members = useMemo(
    () => new Map(projects.map((project) => [project.id, new Set(project.members.map(({ employee }) => employee.id))])),
    [projects],
  )
  const membersOf: MembersOf = useCallback((project_id) => members.get(project_id), [members])
  const move = async (id: number, target: string) => {
    const from = holderOf(workload, id)
    const item = from?.items.find((one) => one.id === id)
    const to = workload.people.find(({ person }) => person.id === cellOf(target).person)
    const change = item && moveInto(workload, item, { target, today })
    if (!from || !item || !to || !change) return
    if (change.assigned_to_id !== undefined && membersOf(item.project.id)?.has(to.person.id) === false)
      return toast.error(`${to.person.full_name} can’t take this ${item.type}.`, {
        autoClose: 10_000,
        reason: `Only members of ${item.project.name} can. Add them to the project first.`,
      })
    const update = (fields: Move) => (item.type === 'task' ? updateTask(id, fields) : updateSubtask(id, fields))
    const before: Move = {
      ...(change.assigned_to_id !== undefined && { assigned_to_id: from.person.id }),
      ...(change.due_date !== undefined && { due_date: item.due_date }),
    }
    try {
      if ((await update(change)) === queued) return
    } catch (error) {
      return toast.error(`The ${item.type} could not be moved.`, { reason: messageOf(error, '') || undefined })
    }
    offerUndo({
      message: `"${item.title}" ${outcomeOf(change, to, item.due_date)}`,
      undo: () => update(before),
      undone: `The ${item.type} is back where it was.`,
      failed: `The ${item.type} could not be moved back.`,
    })
  }
  return { move, membersOf }
}

function outcomeOf(change: Move, { person, absences }: WorkloadPerson, due_date: string | null) {
  const day = change.due_date === undefined ? due_date : change.due_date
  const parts = [
    change.assigned_to_id !== undefined && `is assigned to ${person.full_name}`,
    change.due_date && `is due on ${dueDayInWords(change.due_date)}`,
    change.due_date === null && 'has no due date any more',
  ]
  const note = day && isAwayOn(absences, day) ? ` ${person.full_name} is away on that day.` : ''
  return `${parts.filter(Boolean).join(' and ')}.${note}`
}
