// The items into which every format is read.
import { type ImportField, type ImportFormat, mostImported, mostImportedComments } from 'contract'
import { z } from 'zod'
import { invalid } from '../kit/errors.ts'

export type SourceComment = { author: string; at: string; text: string }

/** A task or subtask of a file, as its texts say. */
export type Item = {
  /** Its place in the file: “Row 7”, or its title. */
  place: string
  /** The first id is the one under which it is remembered. The others are names by which its children may call it. */
  ids: readonly string[]
  /** Identifies an item without ids, together with its position among equals. */
  content: string
  /** The id or title of its parent. */
  parent: string
  /** False for an item that stays a task although it has a parent, such as an issue of an epic. */
  mayBeSubtask: boolean
  title: string
  description: string
  /** The name of its list, section or status. */
  status: string
  /** The tool's own category of the status: “Done”, `indeterminate`. */
  category: string
  /** Why it is closed, or that it is not. */
  resolution: string
  /** Finished, whatever its status says. */
  is_done: boolean
  done_at: string
  due_date: string
  priority: string
  /** Addresses and names of its assignees. */
  people: readonly string[]
  /** Lists of names with the separators between them, because a separator may be a part of a name. */
  labels: readonly (readonly string[])[]
  estimated_hours: string
  comments: readonly SourceComment[]
}

export const blankItem: Omit<Item, 'place' | 'title'> = {
  ids: [],
  content: '',
  parent: '',
  mayBeSubtask: true,
  description: '',
  status: '',
  category: '',
  resolution: '',
  is_done: false,
  done_at: '',
  due_date: '',
  priority: '',
  people: [],
  labels: [],
  estimated_hours: '',
  comments: [],
}

export type Column = { name: string; samples: string[]; field: ImportField | null }

export type ImportSource = {
  format: ImportFormat
  items: Item[]
  /** The columns of a table. */
  columns: Column[]
  notes: string[]
}

/** A remark on so many things; none if there are none. */
export const counted = (count: number, one: string, many: string) =>
  count ? [count === 1 ? one : `${count.toLocaleString('en')} ${many}`] : []

/** A text of a JSON export that may be missing. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

export const tooManyRows = `An import has at most ${mostImported.toLocaleString('en')} tasks and subtasks. Split the file.`
/** People, labels and ids count together. */
const mostNames = 40_000
/** Characters of a text that is compared with others, or read as a number or a date. */
const longestName = 320

/** Refuses a file with more than its rules allow, and cuts names that are longer than any can be: what follows takes time for each. */
export function bounded(source: ImportSource): ImportSource {
  const { items } = source
  if (items.length > mostImported) throw invalid({ text: [tooManyRows] })
  const sum = (count: (item: Item) => number) => items.reduce((total, item) => total + count(item), 0)
  if (sum(({ comments }) => comments.filter(({ text }) => text.trim()).length) > mostImportedComments)
    throw invalid({ text: [tooManyComments] })
  const names = (lists: Item['labels']) => lists.reduce((total, { length }) => total + Math.ceil(length / 2), 0)
  if (sum(({ ids, people, labels }) => ids.length + people.length + names(labels)) > mostNames)
    throw invalid({ text: [tooManyNames] })
  return { ...source, items: items.map(withShortNames) }
}

const tooManyComments = `An import has at most ${mostImportedComments.toLocaleString('en')} comments. Split the file.`
const tooManyNames = `An import names people and labels at most ${mostNames.toLocaleString('en')} times. Split the file.`

function withShortNames(item: Item): Item {
  const { status, category, resolution, priority, due_date, done_at, estimated_hours, people, labels, comments } = item
  return {
    ...item,
    place: short(item.place),
    status: short(status),
    category: short(category),
    resolution: short(resolution),
    priority: short(priority),
    due_date: short(due_date),
    done_at: short(done_at),
    estimated_hours: short(estimated_hours),
    people: people.map(short),
    labels: labels.map((list) => list.map(short)),
    comments: comments.map(({ author, at, text }) => ({ author: short(author), at: short(at), text })),
  }
}

const short = (text: string) => (text.length > longestName ? text.slice(0, longestName).toWellFormed() : text)
