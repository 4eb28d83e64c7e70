import { type AssignmentGroup, api, type BlockingSubtask } from 'contract'
import { useState } from 'react'
import { Refused } from '../api/call.ts'
import { useChange } from '../api/data.ts'
import { confirm } from '../ui/feedback/confirm.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { type AssignedDeveloper, openSubtasks, unassigned } from './groups.ts'

type Manager = AssignmentGroup['manager']

/** A reassignment that the developer's open subtasks block. */
export type Blocked = { developer: AssignedDeveloper; manager: Manager; subtasks: readonly BlockingSubtask[] }

/** Reassigns a developer after a confirmation. If open subtasks block it, `isOpen` becomes true and `blocked` names them. */
export function useReassign() {
  const [dialog, setDialog] = useState<{ isOpen: boolean; blocked?: Blocked }>({ isOpen: false })
  const { mutateAsync } = useChange(api.assignments.reassign, {
    // A reassigned developer leaves projects.
    touches: [api.assignments.grouped, api.assignments.log, api.projects.list, api.projects.get],
    rowIn: ({ body }) => body.developer,
  })

  const reassign = async (developer: AssignedDeveloper, from: Manager, to: Manager) => {
    if (!(await confirm({ title: 'Reassign developer', message: questionAbout(developer, from, to) }))) return
    try {
      await mutateAsync({ body: { manager: to.id === unassigned ? null : to.id, developer: developer.id } })
      toast.success('Developer reassigned.', { autoClose: 1000 })
    } catch (error) {
      const subtasks = blockingIn(error)
      if (subtasks) setDialog({ isOpen: true, blocked: { developer, manager: from, subtasks } })
      else toast.error('Failed to reassign developer.', { autoClose: 3000 })
    }
  }
  return { reassign, ...dialog, close: () => setDialog((last) => ({ ...last, isOpen: false })) }
}

/** The subtasks that block a reassignment; undefined if it failed for another reason. Only this refusal names them. */
export function blockingIn(error: unknown): readonly BlockingSubtask[] | undefined {
  if (!(error instanceof Refused) || error.status !== 400) return undefined
  const { blocking_subtasks } = error.body
  // The contract describes them, but a refusal's body is untyped here.
  return Array.isArray(blocking_subtasks) ? (blocking_subtasks as BlockingSubtask[]) : undefined
}

export function questionAbout(developer: AssignedDeveloper, from: Manager, to: Manager) {
  const { full_name, open_subtasks_count: open } = developer
  const move =
    to.id === unassigned
      ? `Take ${full_name} from ${from.full_name}, and leave them without a project manager?`
      : from.id === unassigned
        ? `Assign ${full_name} to ${to.full_name}?`
        : `Reassign ${full_name} from ${from.full_name} to ${to.full_name}?`
  if (from.id === unassigned) return move
  if (open === 0) return `${move} They leave the active projects of ${from.full_name}.`
  return `${move} They still have ${openSubtasks(open)} there, which must be finished or given to somebody else first.`
}
