// The names under which the items of a file are remembered, and which of them become subtasks of which task.
import { createHash } from 'node:crypto'
import type { ImportFormat } from 'contract'
import type { Item } from './source.ts'
import { titleOf } from './texts.ts'

const longestId = 200

export type Numbered = {
  item: Item
  /** Its id; for an item without one, a hash of its content. Equal items are told apart by their position among them. */
  name: string
  external_id: string
  /** What a row of a plain table has to share with one of an earlier table; null for an item whose id belongs to nothing else. */
  row_key: string | null
}

/** The same file has the same names again. */
export function numbered({ format, items }: { format: ImportFormat; items: readonly Item[] }): Numbered[] {
  const counts = new Map<string, number>()
  const named = items.map((item) => {
    const [id] = item.ids
    const base = id ? shortened(id) : `#${item.content}`
    const count = (counts.get(base) ?? 0) + 1
    counts.set(base, count)
    const name = count === 1 ? base : `${base} (${count})`
    return { item, name, row_key: id && isLasting(format, id) ? null : rowKeyOf(name, id && item.title) }
  })
  const table = digest(JSON.stringify(named.map(({ row_key }) => row_key))).slice(0, 16)
  return named.map((each) => ({ ...each, external_id: each.row_key === null ? each.name : `${each.name} @${table}` }))
}

const rowKeyOf = (name: string, title: string | undefined) => (title ? `${name}\n${titleOf(title).text}` : name)

/** The name of the row that a key belongs to. */
export const nameIn = (row_key: string) => row_key.split('\n', 1)[0] ?? ''

/**
 * Whether an id belongs to nothing else, in whatever file: one of a tool, a long number, or digits and letters in no order. Others may be
 * running numbers of their table.
 */
export const isLasting = (format: ImportFormat, id: string) => format !== 'csv' || /\d{7}|(?=[a-z\d]{7})[a-z]*\d+[a-z]/i.test(id)

export const shortened = (id: string) =>
  id.length <= longestId && !/\p{Cc}/u.test(id) && id.isWellFormed() ? id : `#${digest(id)}`

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

/** `parent`: its index. `outside`: the id or title of a parent that the file does not have. */
type Place = { parent?: number; outside?: string; circle?: 'itself' | 'others' }

/** The place of each item. */
export function placesOf(items: readonly Item[]): Place[] {
  const parents = parentsOf(items)
  const inCircle = circlesIn(parents)
  return items.map(({ parent: outside, mayBeSubtask }, index) => {
    const parent = parents[index]
    if (parent === index) return { circle: 'itself' }
    if (inCircle.has(index)) return { circle: 'others' }
    if (parent !== undefined) return { parent }
    return outside && mayBeSubtask ? { outside } : {}
  })
}

/** The items that are parents of themselves by way of others. */
function circlesIn(parents: readonly (number | undefined)[]) {
  const circular = new Set<number>()
  const walkOf = new Map<number, number>()
  for (const start of parents.keys()) {
    let at: number | undefined = start
    for (; at !== undefined && !walkOf.has(at); at = parents[at]) walkOf.set(at, start)
    // A walk that meets itself ends in a circle.
    if (at !== undefined && walkOf.get(at) === start)
      for (; at !== undefined && !circular.has(at); at = parents[at]) circular.add(at)
  }
  return circular
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
    if (found !== undefined) return found
    // Asana names the parent by its title, and lists subtasks below it.
    const titled = byTitle.get(parent.trim()) ?? []
    return titled.findLast((each) => each < index) ?? titled.find((each) => each > index) ?? titled[0]
  })
}
