import { type Api, undoSeconds } from 'contract'
import { parts, record } from '../history/record.ts'
import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { forbidden, notFound } from '../kit/errors.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { isThere, readFile } from '../reads/files.ts'
import { participates, visible } from '../reads/visible.ts'
import { changed } from '../realtime/changed.ts'
import { orNotFound, taskToChange } from '../tasks/rules.ts'
import { download, downloadPreview } from './open.ts'

export const files: Handlers<Api['files']> = {
  async content(ctx, { params }) {
    return download(ctx, await findFile(ctx, params.file_id))
  },

  async preview(ctx, { params, query }) {
    const { object, width } = await findFile(ctx, params.file_id)
    if (width === null) throw notFound()
    return downloadPreview(ctx, object, query.size)
  },

  async remove(ctx, { params }) {
    const { db, me } = ctx
    const file = await findFile(ctx, params.file_id)
    if (file.task_id === null) return removeDraft(ctx, file)
    const task = await taskToChange(ctx, file.task_id)
    if (file.person_id !== me.id && me.role !== 'project_manager')
      throw forbidden('Only the person who attached a file and the project manager can delete it.')
    const trashed = await db
      .updateTable('files')
      .set({ trashed_at: sql<string>`now()`, trashed_by: me.id })
      .where('id', '=', file.id)
      .where('trashed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!trashed) throw notFound()
    await recordFile(ctx, task, { removed: [file.name] })
    await changed(ctx, { task: task.id, isDiscussion: true })
    return undefined
  },

  async restore(ctx, { params }) {
    const { db, me } = ctx
    const trashed = await db
      .selectFrom('files')
      .select(['id', 'task_id', 'name'])
      .where('id', '=', params.file_id)
      .where('trashed_by', '=', me.id)
      .where('trashed_at', '>', sql<string>`now() - ${undoSeconds} * interval '1 second'`)
      .executeTakeFirst()
    if (!trashed || trashed.task_id === null) throw notFound()
    const task = await taskToChange(ctx, trashed.task_id)
    await db.updateTable('files').set({ trashed_at: null, trashed_by: null }).where('id', '=', trashed.id).execute()
    await recordFile(ctx, task, { added: [trashed.name] })
    await changed(ctx, { task: task.id, isDiscussion: true })
    return orNotFound(await readFile(ctx, trashed.id))
  },

  async usage({ db, tenant, services }) {
    // A content that is kept once is counted for each file: otherwise, uploading a guess would tell whether HR has the same file.
    const { rows } = await sql<{ files: number; bytes: number }>`
      with f as materialized (
        select content_id as id from files where tenant_id = ${tenant.id}
        union all select content_id from documents where tenant_id = ${tenant.id}
        union all select cv_content_id from applications where tenant_id = ${tenant.id} and cv_content_id is not null),
      c as materialized (select id, size from file_contents where tenant_id = ${tenant.id})
      select count(*) as files, coalesce(sum(c.size), 0) as bytes from f join c on c.id = f.id`.execute(db)
    const { files = 0, bytes = 0 } = rows[0] ?? {}
    return { files, bytes, most_bytes: services.config.files.most_bytes_of_workspace }
  },
}

const recordFile = (ctx: Ctx, { id, project_id }: { id: number; project_id: number }, names: Parameters<typeof parts>[1]) =>
  record(ctx, { project_id, task_id: id }, parts('file', names))

/** Deletes a file that has been uploaded to a room, but not sent. */
async function removeDraft({ db }: Ctx, { id, is_draft }: { id: number; is_draft: boolean }) {
  if (!is_draft) throw forbidden('The files of a message stay with it.')
  await db.deleteFrom('files').where('id', '=', id).where('is_draft', '=', true).execute()
  return undefined
}

/** Finds a file whose task this person sees, or in whose room they are. */
async function findFile(ctx: Ctx, id: number) {
  const { db, tenant, me } = ctx
  const { rows } = await sql<{
    id: number
    task_id: number | null
    is_draft: boolean
    person_id: number
    name: string
    type: string
    size: number
    object: string
    width: number | null
  }>`
    select f.id, f.task_id, f.is_draft, f.person_id, f.name, c.type, c.size, c.object, c.width from files f
    join file_contents c on c.tenant_id = f.tenant_id and c.tenant_id = ${tenant.id} and c.id = f.content_id
    left join tasks t on t.tenant_id = f.tenant_id and t.tenant_id = ${tenant.id} and t.id = f.task_id
    left join projects p on p.tenant_id = t.tenant_id and p.tenant_id = ${tenant.id} and p.id = t.project_id
    left join chat_rooms r on r.tenant_id = f.tenant_id and r.tenant_id = ${tenant.id} and r.id = f.room_id
    where f.tenant_id = ${tenant.id} and f.id = ${id} and ${isThere(tenant.id)} and (not f.is_draft or f.person_id = ${me.id})
      and case when f.room_id is null then p.id is not null and ${visible(ctx)} else ${participates(ctx)} end`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}
