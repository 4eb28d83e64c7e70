// Short keys of projects, such as `WEB`, and of their tasks and subtasks, such as `WEB-42`.
import { z } from 'zod'
import { id, ruled } from './common.ts'
import { workspace } from './endpoint.ts'
import type { TextRule } from './rules.ts'

const keyFormat = 'Use 2 to 10 letters and digits, the first a letter.'
export const keyTaken = 'Another project has or had this key.'

/** A project's key. Sent in lower case, it is the same key. */
export const projectKeyRule: TextRule = {
  clean: (text) => text.trim().toUpperCase(),
  problems: (key) => (/^[A-Z][A-Z0-9]{1,9}$/.test(key) ? [] : [keyFormat]),
  min: [2, keyFormat],
  max: [10, keyFormat],
}
export const projectKey = ruled(projectKeyRule)

const mostInitials = 4
const lettersOfOneWord = 3
/** For names without two Latin letters. */
const anyKey = 'PRJ'

/** The key that a project of this name gets unless it is taken: initials of several words, or the first letters of one. */
export function keyFromName(name: string) {
  const words =
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toUpperCase()
      .match(/[A-Z][A-Z0-9]*/g) ?? []
  const [first = ''] = words
  const key =
    words.length > 1
      ? words
          .slice(0, mostInitials)
          .map((word) => word[0])
          .join('')
      : first.slice(0, lettersOfOneWord)
  return key.length > 1 ? key : anyKey
}

/** The key of a task or subtask: `WEB-42`. Empty until the server has numbered it. */
export const keyOf = (project_key: string | null, number: number | null) =>
  project_key === null || number === null ? '' : `${project_key}-${number}`

/** The key of the same task or subtask after its project has got this key. */
export const keyWithin = (project_key: string, key: string) => key && project_key + key.slice(key.lastIndexOf('-'))

/** Matches the key of a task or subtask, and nothing around it: its project's key and its number, in upper or lower case. */
export const workKeyPattern = /^([A-Za-z][A-Za-z0-9]{1,9})-([1-9]\d{0,8})$/

/** Work by its key, or by the ids in the address of its page. */
export type NamedWork = { key: string } | { task_id: number; subtask_id: number | null }

/** The work that a typed key or a pasted link names: `web-42`, `#WEB-42`, `https://acme.example/WEB-42`. */
export function workNamedBy(text: string): NamedWork | undefined {
  const typed = text.trim().replace(/^[<(]|[>)]$/g, '')
  const key = typed.replace(/^#/, '')
  if (workKeyPattern.test(key)) return { key }
  if (!/^(https?:\/)?\//i.test(typed) || !URL.canParse(typed, 'http://workspace')) return
  const { pathname, hash } = new URL(typed, 'http://workspace')
  const [parent, last = ''] = pathname.split('/').filter(Boolean).slice(-2)
  if (workKeyPattern.test(last || String(parent))) return { key: last || String(parent) }
  if (parent !== 'tasks' || !/^[1-9]\d{0,14}$/.test(last)) return
  const [, subtask] = /^#subtask-([1-9]\d{0,14})$/.exec(hash) ?? []
  return { task_id: Number(last), subtask_id: subtask ? Number(subtask) : null }
}

const WorkOfKey = z.object({
  /** As it is now: the project may have had another one when the address was written. */
  key: z.string(),
  project_id: id,
  /** The task itself, or that of the subtask. */
  task_id: id,
  subtask_id: id.nullable(),
})

export const keys = {
  find: workspace({
    route: 'GET /api/keys/:key/',
    models: ['work'],
    access: ['tenant_admin', 'project_manager', 'developer'],
    params: z.object({ key: z.string() }),
    returns: WorkOfKey,
  }),
}
