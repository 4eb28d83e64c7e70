// The documents that HR keeps about people.
import { type Api, undoSeconds } from 'contract'
import { download } from '../files/open.ts'
import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { notFound } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { readDocument } from '../reads/documents.ts'
import { changed } from '../realtime/changed.ts'
import { orNotFound } from '../tasks/rules.ts'

export const documents: Handlers<Api['documents']> = {
  async content(ctx, { params }) {
    return download(ctx, await findDocument(ctx, params.document_id))
  },

  async update(ctx, { params, body }) {
    const document = await findDocument(ctx, params.document_id)
    // Another date is reminded of from the beginning.
    const change = { ...body, ...(body.expires_on !== undefined && { reminded_days: null }) }
    if (Object.keys(change).length) await ctx.db.updateTable('documents').set(change).where('id', '=', document.id).execute()
    documentChanged(ctx, document)
    return orNotFound(await readDocument(ctx, document.id))
  },

  async remove(ctx, { params }) {
    const trashed = await ctx.db
      .updateTable('documents')
      .set({ trashed_at: sql<string>`now()`, trashed_by: ctx.me.id })
      .where('id', '=', params.document_id)
      .where('trashed_at', 'is', null)
      .where('is_draft', '=', false)
      .returning('owner_id')
      .executeTakeFirst()
    if (!trashed) throw notFound()
    documentChanged(ctx, trashed)
    return undefined
  },

  async restore(ctx, { params }) {
    const restored = await ctx.db
      .updateTable('documents')
      .set({ trashed_at: null, trashed_by: null })
      .where('id', '=', params.document_id)
      .where('trashed_by', '=', ctx.me.id)
      .where('trashed_at', '>', sql<string>`now() - ${undoSeconds} * interval '1 second'`)
      .returning(['id', 'owner_id'])
      .executeTakeFirst()
    if (!restored) throw notFound()
    documentChanged(ctx, restored)
    return orNotFound(await readDocument(ctx, restored.id))
  },
}

export const documentJudges: Judges<Api['documents']> = {
  async update(ctx, { params }) {
    await findDocument(ctx, params.document_id)
    return {}
  },
}

const documentChanged = (ctx: Ctx, { owner_id }: { owner_id: number }) =>
  changed(ctx, { people: [owner_id], roles: ['hr'], models: ['records', 'leave'] })

/** Finds a document; others than HR only their own. One of a request that is still to be made is its uploader's alone. */
async function findDocument({ db, tenant, me }: Ctx, id: number) {
  const { rows } = await sql<{ id: number; owner_id: number; name: string; type: string; size: number; object: string }>`
    select d.id, d.owner_id, d.name, c.type, c.size, c.object from documents d
    join file_contents c on c.tenant_id = d.tenant_id and c.tenant_id = ${tenant.id} and c.id = d.content_id
    where d.tenant_id = ${tenant.id} and d.id = ${id} and d.trashed_at is null
      and (not d.is_draft or d.person_id = ${me.id})
      ${me.role === 'hr' ? sql`` : sql`and d.owner_id = ${me.id}`}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}
