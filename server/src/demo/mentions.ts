import { keyOf } from 'contract'
import { mentionOf } from 'contract/markdown'
import type { Db } from '../kit/db/db.ts'
import type { DemoIds } from './living.ts'

/** `{@dev}` or `{#Search}`. */
const placeholder = /\{([@#])([^}]+)\}/g

export type Mentions = (text: string) => string

/** Returns a function that puts mentions of people and work into a text of the demonstration. The work needs its keys. */
export async function mentionsIn(db: Db, people: DemoIds): Promise<Mentions> {
  const [names, keys] = [await namesOf(db), await keysOf(db)]
  const mention = (placeholder: string, sign: string, name: string) => {
    const id = people[name] ?? 0
    const full_name = sign === '@' ? names.get(id) : undefined
    if (full_name !== undefined) return mentionOf({ id, full_name })
    const key = sign === '#' ? keys.get(name) : undefined
    if (key === undefined) throw new Error(`The demonstration has no ${placeholder}`)
    return `#${key}`
  }
  return (text) => text.replace(placeholder, mention)
}

/** Descriptions are there before the keys. */
export async function addMentionsToTasks(db: Db, mentions: Mentions) {
  const tasks = await db.selectFrom('tasks').select(['id', 'description']).execute()
  for (const { id, description } of tasks) {
    const text = mentions(description)
    if (text !== description) await db.updateTable('tasks').set({ description: text }).where('id', '=', id).execute()
  }
}

async function namesOf(db: Db) {
  const rows = await db.selectFrom('people').select(['id', 'full_name']).execute()
  return new Map(rows.map(({ id, full_name }) => [id, full_name]))
}

async function keysOf(db: Db) {
  const rows = await db
    .selectFrom('tasks as t')
    .innerJoin('projects as p', (join) => join.onRef('p.tenant_id', '=', 't.tenant_id').onRef('p.id', '=', 't.project_id'))
    .select(['t.title', 't.number', 'p.key'])
    .execute()
  return new Map(rows.map(({ title, number, key }) => [title, keyOf(key, number)]))
}
