// The items into which every format is read.
import type { ImportField, ImportFormat } from 'contract'
import { z } from 'zod'

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
  /** Finished, whatever its status says. */
  is_done: boolean
  done_at: string
  due_date: string
  priority: string
  /** Addresses and names of its assignees. */
  people: readonly string[]
  labels: readonly string[]
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

/** A text of a JSON export that may be missing. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '')
