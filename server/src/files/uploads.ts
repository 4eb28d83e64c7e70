import { type Api, fileProblems, mostFilesAtOnce, partBytes } from 'contract'
import { parts, record } from '../history/record.ts'
import type { Ctx } from '../kit/context.ts'
import { afterRollback, sql } from '../kit/db/db.ts'
import { invalid, mustHaveNone, notFound, type Problems, Refusal } from '../kit/errors.ts'
import { type Content, keysOf } from '../kit/files/content.ts'
import { NoObject } from '../kit/files/store.ts'
import { type Handlers, type Judges, slow } from '../kit/http/pipeline.ts'
import { readDocument } from '../reads/documents.ts'
import { readFile } from '../reads/files.ts'
import { participates } from '../reads/visible.ts'
import { changed } from '../realtime/changed.ts'
import { taskToChange } from '../tasks/rules.ts'
import { discard, drop, finish, keepContent } from './content.ts'
import { keyOfPart, partsOf } from './parts.ts'
import { countFiles } from './room.ts'

type Append = Api['uploads']['append']

export const uploads: Handlers<Api['uploads']> = {
  async start(ctx, { params, body }) {
    return begin(ctx, body, async () => ({ task_id: (await taskToChange(ctx, params.task_id)).id, is_draft: body.is_draft }))
  },

  async startInRoom(ctx, { params, body }) {
    return begin(ctx, body, async () => {
      await mustParticipate(ctx, params.room_id)
      return { room_id: params.room_id, is_draft: true }
    })
  },

  async startOfDocument(ctx, { params, body }) {
    return begin(ctx, body, async () => {
      await mustFindPerson(ctx, params.person_id)
      return { owner_id: params.person_id }
    })
  },

  async startOfLeave(ctx, { body }) {
    return begin(ctx, body, async () => ({ owner_id: ctx.me.id, is_draft: true }))
  },

  append: slow<Append, Content | Refusal | 'kept' | 'lost' | null>({
    async before(ctx, { params, query: { offset }, body }) {
      const upload = await findUpload(ctx, params.upload_id)
      if (offset !== upload.received || upload.file_id !== null) return async () => null
      const isLast = upload.size - offset <= partBytes
      if (body.length !== (isLast ? upload.size - offset : partBytes)) throw invalid({ non_field_errors: [wrongPart] })
      // The work of the last part grows with the whole file, so it is only done for an upload that can become one.
      if (isLast) await mustBeWelcome(ctx, upload, { lock: false })
      return async () => {
        await ctx.services.store.put(keyOfPart(ctx.tenant.id, upload.id, offset), [body], body.length)
        return isLast ? finish(ctx, upload).catch(ifLost) : 'kept'
      }
    },

    async handle(ctx, { params, query: { offset }, body }, result) {
      const made = typeof result === 'object' && !(result instanceof Refusal) ? result : null
      if (made) afterRollback(ctx.db, () => drop(ctx, made))
      const upload = await findUpload(ctx, params.upload_id, { lock: true })
      const isTaken = result !== null && upload.received === offset && upload.file_id === null
      if (!isTaken) {
        if (made) discard(ctx, keysOf(ctx.tenant.id, made.object))
        return answerOf(ctx, upload)
      }
      if (result instanceof Refusal) {
        await remove(ctx, upload)
        return result
      }
      const file_id = made && (await addFile(ctx, upload, made))
      const received = result === 'lost' ? 0 : offset + body.length
      const touched_at = sql<string>`now()`
      await ctx.db.updateTable('uploads').set({ received, file_id, touched_at }).where('id', '=', upload.id).execute()
      return answerOf(ctx, { ...upload, received, file_id })
    },
  }),

  async cancel(ctx, { params }) {
    const upload = await findUpload(ctx, params.upload_id, { lock: true })
    if (upload.file_id !== null) throw notFound()
    await remove(ctx, upload)
    return undefined
  },
}

export const uploadProblems: Judges<Api['uploads']> = {
  async start(ctx, { params, body }) {
    await taskToChange(ctx, params.task_id)
    return sizeProblems(ctx, body.size)
  },
  async startInRoom(ctx, { params, body }) {
    await mustParticipate(ctx, params.room_id)
    return sizeProblems(ctx, body.size)
  },
  async startOfDocument(ctx, { params, body }) {
    await mustFindPerson(ctx, params.person_id)
    return sizeProblems(ctx, body.size)
  },
  startOfLeave: async (ctx, { body }) => sizeProblems(ctx, body.size),
}

type Target = { task_id?: number; room_id?: number; owner_id?: number; is_draft?: boolean }

/** Begins an upload to what `findTarget` finds, unless the file is too large. */
async function begin(ctx: Ctx, { name, size }: { name: string; size: number }, findTarget: () => Promise<Target>) {
  mustHaveNone(sizeProblems(ctx, size))
  const target = await findTarget()
  await mustHaveRoom(ctx, size)
  return ctx.db
    .insertInto('uploads')
    .values({ person_id: ctx.me.id, ...target, name, size })
    .returning(['id', 'received'])
    .executeTakeFirstOrThrow()
}

async function mustParticipate(ctx: Ctx, room_id: number) {
  const { rows } = await sql`
    select from chat_rooms r where r.tenant_id = ${ctx.tenant.id} and r.id = ${room_id} and ${participates(ctx)}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
}

/** Also of a person who has left. The caller is of HR. */
async function mustFindPerson({ db }: Ctx, id: number) {
  if (!(await db.selectFrom('people').select('id').where('id', '=', id).executeTakeFirst())) throw notFound()
}

function sizeProblems({ services }: Ctx, size = 0): Problems {
  const { most_bytes } = services.config.files
  return size > most_bytes ? { size: [fileProblems.tooLarge(most_bytes)] } : {}
}

/** Earlier parts are missing: the upload has become a file meanwhile, or else begins again. */
function ifLost(error: unknown) {
  if (error instanceof NoObject) return 'lost' as const
  throw error
}

const wrongPart = `A part has ${partBytes} bytes, and the last one the rest of the file.`

type Upload = Awaited<ReturnType<typeof findUpload>>

/** Finds one of the caller's own uploads. */
async function findUpload({ db, me }: Ctx, id: number, { lock = false } = {}) {
  const upload = await db
    .selectFrom('uploads')
    .select(['id', 'task_id', 'room_id', 'owner_id', 'is_draft', 'name', 'size', 'received', 'file_id'])
    .where('id', '=', id)
    .where('person_id', '=', me.id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!upload) throw notFound()
  return upload
}

/** Deletes an upload with its parts. */
async function remove(ctx: Ctx, { id, size }: Upload) {
  await ctx.db.deleteFrom('uploads').where('id', '=', id).execute()
  discard(ctx, partsOf(ctx.tenant.id, { id, size }))
}

/** Refuses the file of an upload whose place is gone, or closed to this person. Returns the task that gets it, if one does. */
async function mustBeWelcome(ctx: Ctx, { task_id, room_id, owner_id, is_draft }: Upload, { lock = true } = {}) {
  // The role may have changed since the upload began.
  if (owner_id !== null && ctx.me.role !== 'hr' && !is_draft) throw notFound()
  if (room_id !== null) await mustParticipate(ctx, room_id)
  return task_id === null ? null : taskToChange(ctx, task_id, { lock })
}

async function answerOf(ctx: Ctx, { id, received, file_id, owner_id }: Upload) {
  if (file_id === null) return { id, received, file: null }
  if (owner_id === null) return { id, received, file: (await readFile(ctx, file_id)) ?? null }
  const document = await readDocument(ctx, file_id)
  return { id, received, file: document ? { ...document, preview: null, comment: null } : null }
}

async function addFile(ctx: Ctx, upload: Upload, made: Content) {
  const { id, size, owner_id } = upload
  const task = await mustBeWelcome(ctx, upload)
  const file_id =
    owner_id === null ? await addWorkFile(ctx, upload, { made, task }) : await addDocument(ctx, { ...upload, owner_id }, made)
  discard(ctx, partsOf(ctx.tenant.id, { id, size }))
  return file_id
}

async function addDocument(ctx: Ctx, { owner_id, name, size, is_draft }: Upload & { owner_id: number }, made: Content) {
  const content_id = await keepContent(ctx, made, size)
  const { id } = await ctx.db
    .insertInto('documents')
    .values({ owner_id, content_id, name, is_draft, person_id: ctx.me.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!is_draft) changed(ctx, { people: [owner_id], roles: ['hr'], models: ['records'] })
  return id
}

type Made = { made: Content; task: Awaited<ReturnType<typeof mustBeWelcome>> }

async function addWorkFile(ctx: Ctx, { task_id, room_id, is_draft, name, size }: Upload, { made, task }: Made) {
  const content_id = await keepContent(ctx, made, size)
  const file = await ctx.db
    .insertInto('files')
    .values({ content_id, task_id, room_id, is_draft, name, person_id: ctx.me.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (task && !is_draft) {
    await record(ctx, { project_id: task.project_id, task_id: task.id }, parts('file', { added: [name] }))
    await changed(ctx, { task: task.id, isDiscussion: true })
  }
  return file.id
}

/** Refuses what would be too much. The caller adds the upload in this transaction. */
async function mustHaveRoom(ctx: Ctx, size: number) {
  const { bytes, own } = await countFiles(ctx)
  const most = ctx.services.config.files.most_bytes_of_workspace
  if (own >= mostFilesAtOnce) throw invalid({ non_field_errors: [fileProblems.busy] })
  if (bytes + size > most) throw invalid({ size: [fileProblems.full(most)] })
}
