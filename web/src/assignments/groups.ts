import type { AssignmentGroup } from 'contract'
import { matcherOf } from '../ui/list/search.ts'

/** A developer on the way to a manager; 0 is nobody. */
export type Move = { developer: number; manager: number }

export type AssignedDeveloper = AssignmentGroup['developers'][number]

export const unassigned = 0

/** The groups with the moves drawn over them that are under way, in their order. What is not touched stays the same object. */
export const drawn = (groups: readonly AssignmentGroup[], moves: readonly Move[]) => moves.reduce(moved, groups)

function moved(groups: readonly AssignmentGroup[], { developer: id, manager }: Move): readonly AssignmentGroup[] {
  const { developer, group: from } = find(groups, id) ?? {}
  const to = groups.find((group) => group.manager.id === manager)
  if (!developer || !to || from === to) return groups
  return groups.map((group) => {
    if (group === from) return { ...group, developers: group.developers.filter((other) => other !== developer) }
    // Their open work is counted under its manager, whom they have not had yet.
    if (group === to) return { ...group, developers: placed(group.developers, { ...developer, open_subtasks_count: 0 }) }
    return group
  })
}

const { compare } = new Intl.Collator(undefined, { sensitivity: 'base' })

/** Where the server will list them: by name. */
function placed(developers: readonly AssignedDeveloper[], developer: AssignedDeveloper) {
  const after = developers.findIndex(({ full_name }) => compare(full_name, developer.full_name) > 0)
  return developers.toSpliced(after < 0 ? developers.length : after, 0, developer)
}

export function find(groups: readonly AssignmentGroup[], id: number) {
  for (const group of groups) {
    const developer = group.developers.find((one) => one.id === id)
    if (developer) return { developer, group }
  }
  return undefined
}

/** Every group, with those developers in whose name or e-mail every word occurs. */
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
