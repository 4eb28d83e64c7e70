// Which items of a file become tasks, and which become subtasks of which task. Here subtasks have no subtasks of their own.
import { createHash } from 'node:crypto'
import type { Item } from './source.ts'

const longestId = 200

/**
 * The ids under which the items are remembered, in their order. Equal items are told apart by their position among them, so that the
 * same file has the same ids again.
 */
export function externalIds(items: readonly Item[]) {
  const counts = new Map<string, number>()
  return items.map(({ ids: [id], content }) => {
    const name = id ? shortened(id) : `#${content}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

export const shortened = (id: string) =>
  id.length <= longestId && !/\p{Cc}/u.test(id) && id.isWellFormed()
    ? id
    : `#${createHash('sha256').update(id).digest('base64url')}`

/**
 * `task`: the index of the item whose subtask it becomes. `outside`: the id or title of a parent that the file does not have. `isNested`:
 * it is a subtask of a subtask there.
 */
type Place = { task?: number; outside?: string; isNested: boolean; isCircular: boolean }

/** The place of each item. */
export function placesOf(items: readonly Item[]): Place[] {
  const parents = parentsOf(items)
  return items.map((item, start) => {
    const seen = new Set([start])
    let [at, depth] = [start, 0]
    for (let parent = parents[at]; parent !== undefined; parent = parents[at]) {
      if (seen.has(parent)) return { isNested: false, isCircular: true }
      seen.add(parent)
      at = parent
      depth++
    }
    const top = items[at] ?? item
    const outside = top.parent && top.mayBeSubtask && parents[at] === undefined ? top.parent : undefined
    // The task of all of these is outside of the file.
    if (outside !== undefined) return { outside, ...(depth > 0 && { task: at }), isNested: depth > 0, isCircular: false }
    return { ...(depth > 0 && { task: at }), isNested: depth > 1, isCircular: false }
  })
}

/** The index of each item's parent in the file. */
function parentsOf(items: readonly Item[]) {
  const byId = new Map<string, number>()
  const byTitle = new Map<string, number[]>()
  for (const [index, { ids, title }] of items.entries()) {
    for (const id of ids) if (!byId.has(id)) byId.set(id, index)
    const equals = byTitle.get(title.trim())
    if (equals) equals.push(index)
    else byTitle.set(title.trim(), [index])
  }
  return items.map(({ parent, mayBeSubtask }, index) => {
    if (!parent || !mayBeSubtask) return undefined
    const found = byId.get(parent)
    if (found !== undefined) return found === index ? undefined : found
    // Asana names the parent by its title, and lists subtasks below it.
    const titled = byTitle.get(parent.trim())?.filter((each) => each !== index) ?? []
    return titled.findLast((each) => each < index) ?? titled[0]
  })
}
