// The demonstration's files: of tasks, a comment, and messages.
import { createReadStream, statSync } from 'node:fs'
import path from 'node:path'
import { type Db, sql } from '../kit/db/db.ts'
import { storeContent } from '../kit/files/content.ts'
import type { FileStore } from '../kit/files/store.ts'
import { type DemoIds, pastMoment } from './living.ts'

const files = [
  { task: 'Home page', who: 'dana', name: 'Home page, third draft.png', source: 'home-page.png', days: -2 },
  { task: 'Home page', who: 'dana', name: 'Home page on a phone.png', source: 'home-page-phone.png', days: -1 },
  { task: 'Interviews', who: 'dana', name: 'Rides with the prototype.pdf', source: 'rides.pdf', days: -9 },
  { comment: 'The two differences', who: 'lucia', name: 'The two differences.csv', source: 'differences.csv', days: -6 },
  { message: 'Tried the prototype', who: 'elif', name: 'Six riders in the rain.pdf', source: 'rides.pdf', days: -9 },
  { message: 'Ten years of invoices', who: 'lucia', name: 'Differences.csv', source: 'differences.csv', days: -6 },
] as const

export async function addFiles(db: Db, store: FileStore, people: DemoIds) {
  // A content is kept once, however many files have it.
  const contents = new Map<string, number>()
  for (const file of files) {
    const { who, name, source, days } = file
    const content_id = contents.get(source) ?? (await addContent(db, store, source))
    contents.set(source, content_id)
    const place = await placeOf(db, file)
    await db
      .insertInto('files')
      .values({ content_id, ...place, name, person_id: people[who] ?? 0, created_at: pastMoment(days, 16) })
      .execute()
  }
}

/** Adds the content of a file of this folder. Returns its id. */
export async function addContent(db: Db, store: FileStore, source: string) {
  const { rows } = await sql<{ id: number }>`select current_tenant() as id`.execute(db)
  const tenant_id = rows[0]?.id ?? 0
  const file = path.join(import.meta.dirname, 'files', source)
  const { size } = statSync(file)
  const content = await storeContent(store, { tenant_id, size }, createReadStream(file))
  const { id } = await db
    .insertInto('file_contents')
    .values({ ...content, size })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Finds the task by its title, the comment or message by its first words. */
async function placeOf(db: Db, file: (typeof files)[number]) {
  if ('task' in file) {
    const { id } = await db.selectFrom('tasks').select('id').where('title', '=', file.task).executeTakeFirstOrThrow()
    return { task_id: id }
  }
  if ('comment' in file)
    return db
      .selectFrom('comments')
      .select(['task_id', 'id as comment_id'])
      .where('text', 'like', `${file.comment}%`)
      .executeTakeFirstOrThrow()
  return db
    .selectFrom('chat_messages')
    .select(['room_id', 'id as message_id'])
    .where('content', 'like', `${file.message}%`)
    .executeTakeFirstOrThrow()
}
