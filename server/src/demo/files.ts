// The files of the demonstration's tasks.
import { createReadStream, statSync } from 'node:fs'
import path from 'node:path'
import { type Db, sql } from '../kit/db/db.ts'
import { storeContent } from '../kit/files/content.ts'
import type { FileStore } from '../kit/files/store.ts'
import { drawPreviews } from '../pictures/draw.ts'
import { type DemoIds, pastMoment } from './living.ts'

const files = [
  { task: 'Home page', who: 'dana', name: 'Home page, third draft.png', source: 'home-page.png', days: -2 },
  { task: 'Home page', who: 'dana', name: 'Home page on a phone.png', source: 'home-page-phone.png', days: -1 },
  { task: 'Interviews', who: 'dana', name: 'Rides with the prototype.pdf', source: 'rides.pdf', days: -9 },
  { task: 'Import of invoices', who: 'lucia', name: 'The two differences.csv', source: 'differences.csv', days: -6 },
] as const

export async function addFiles(db: Db, store: FileStore, people: DemoIds) {
  const { rows } = await sql<{ id: number }>`select current_tenant() as id`.execute(db)
  const tenant_id = rows[0]?.id ?? 0
  for (const { task, who, name, source, days } of files) {
    const file = path.join(import.meta.dirname, 'files', source)
    const { size } = statSync(file)
    const content = await storeContent({ store, draw: drawPreviews }, { tenant_id, size }, createReadStream(file))
    const kept = await db
      .insertInto('file_contents')
      .values({ ...content, size })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: task_id } = await db.selectFrom('tasks').select('id').where('title', '=', task).executeTakeFirstOrThrow()
    await db
      .insertInto('files')
      .values({ content_id: kept.id, task_id, name, person_id: people[who] ?? 0, created_at: pastMoment(days, 16) })
      .execute()
  }
}
