import type { AssignmentGroup } from 'contract'
import { matcherOf } from '../ui/list/search.ts'

/** A pending reassignment; manager 0 is unassigned. */
export type Move = { developer: number; manager: number }

export type AssignedDeveloper = AssignmentGroup['developers'][number]

export const unassigned = 0

/** The groups with the pending moves applied in order. A group that no move concerns stays the same object. */
export const withPendingMoves = (groups: readonly AssignmentGroup[], moves: readonly Move[]) => moves.reduce(withMove, groups)

function withMove(groups: readonly AssignmentGroup[], { developer: id, manager }: Move): readonly AssignmentGroup[] {
  const { developer, group: from } = findDeveloper(groups, id) ?? {}
  const to = groups.find((group) => group.manager.id === manager)
  if (!developer || !to || from === to) return groups
  return groups.map((group) => {
    if (group === from) return { ...group, developers: group.developers.filter((other) => other !== developer) }
    // Open subtasks are counted per manager, and there are none yet under the new one.
    if (group === to) return { ...group, developers: inserted(group.developers, { ...developer, open_subtasks_count: 0 }) }
    return group
  })
}

const { compare } = new Intl.Collator(undefined, { sensitivity: 'base' })

/** Inserts the developer where the server will list them: by name. */
function inserted(developers: readonly AssignedDeveloper[], developer: AssignedDeveloper) {
  const index = developers.findIndex(({ full_name }) => compare(full_name, developer.full_name) > 0)
  return developers.toSpliced(index < 0 ? developers.length : index, 0, developer)
}

export function findDeveloper(groups: readonly AssignmentGroup[], id: number) {
  for (const group of groups) {
    const developer = group.developers.find((candidate) => candidate.id === id)
    if (developer) return { developer, group }
  }
  return undefined
}

/** Every group, with only the developers that have every word in their name or e-mail. */
export function matching(groups: readonly AssignmentGroup[], search: string): readonly AssignmentGroup[] {
  if (!search.trim()) return groups
  const matches = matcherOf(search)
  return groups.map((group) => ({
    ...group,
    developers: group.developers.filter(({ full_name, email }) => matches(`${full_name} ${email}`)),
  }))
}

export const countDevelopers = (groups: readonly AssignmentGroup[]) =>
  groups.reduce((sum, { developers }) => sum + developers.length, 0)

/** `1 open subtask`, `2 open subtasks`. */
export const openSubtasks = (count: number) => `${count} open ${count === 1 ? 'subtask' : 'subtasks'}`
