import { type ChatMessage, disabledBecause } from 'contract'
import type { Viewer } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { notFound, refused } from '../kit/errors.ts'
import { fileOf, filesWhere } from '../reads/files.ts'

type Range = { before?: number | undefined; after?: number | undefined }

const pageSize = 50

/** A page of a room's messages: the newest, those right before a message, or those right after one. Newest first in each case. */
export async function messagesOf({ db, tenant, me }: Viewer, room_id: number, { before, after }: Range): Promise<ChatMessage[]> {
  const rows = await db
    .selectFrom('chat_messages as x')
    .innerJoin('people as e', (join) => join.onRef('e.tenant_id', '=', 'x.tenant_id').onRef('e.id', '=', 'x.sender_id'))
    .select([
      'x.id',
      'x.content',
      'x.sender_id as sender',
      'e.full_name as sender_name',
      'x.created_at as timestamp',
      'x.temp_id',
      'x.has_files',
    ])
    .where('x.room_id', '=', room_id)
    .$if(before !== undefined, (query) => query.where('x.id', '<', before ?? 0))
    .$if(after !== undefined, (query) => query.where('x.id', '>', after ?? 0))
    .orderBy('x.id', after === undefined ? 'desc' : 'asc')
    .limit(pageSize)
    .execute()
  const files = await filesOf(
    { db, tenant },
    rows.filter(({ has_files }) => has_files).map(({ id }) => id),
  )
  const messages = rows.map(({ temp_id, has_files, ...message }) => ({
    ...message,
    ...(temp_id && message.sender === me.id && { temp_id }),
    ...(has_files && { files: files.get(message.id) ?? [] }),
  }))
  return after === undefined ? messages : messages.reverse()
}

/** By the messages' ids. */
async function filesOf({ db, tenant }: Pick<Viewer, 'db' | 'tenant'>, message_ids: readonly number[]) {
  const files = message_ids.length ? await filesWhere({ db, tenant }, sql`f.message_id = any(${message_ids})`) : []
  const groups = Map.groupBy(files, ({ message_id }) => message_id)
  return new Map(message_ids.map((id) => [id, (groups.get(id) ?? []).map(fileOf)]))
}

type Room = { project_id: number | null; is_active: boolean; previous: number | null }
type Said = { message: string; temp_id?: string | undefined; files?: readonly number[] | undefined }
type Stored = { id: number; content: string; created_at: string; has_files: boolean }

/**
 * Stores a message, and refuses it if the room is disabled. A message that this person has sent before under the same `temp_id` is
 * returned with `is_new` false, even if the room has been disabled since. `previous` is the id of the message before it.
 */
export async function say(ctx: Viewer, room_id: number, { message, temp_id, files: file_ids = [] }: Said) {
  // One round trip, because everybody who writes in the room waits for the lock. A refusal below rolls the insert back.
  const [room, stored] = await pipelined(
    lockRoom(ctx, room_id),
    insertMessage(ctx, room_id, { message, temp_id, has_files: file_ids.length > 0 }),
    updateLastMessage(ctx, room_id),
  )
  if (!room) throw notFound()
  if (stored && !room.is_active) throw disabled(room)
  if (stored && file_ids.length) await takeFiles(ctx, { room_id, message_id: stored.id, file_ids })
  if (stored) return { ...stored, files: await filesIn(ctx, stored), previous: room.previous, is_new: true }
  const earlier = await findSent(ctx, room_id, temp_id)
  if (!earlier) throw disabled(room)
  return { ...earlier, files: await filesIn(ctx, earlier), previous: room.previous, is_new: false }
}

const filesIn = async (viewer: Viewer, { id, has_files }: Stored) =>
  has_files ? ((await filesOf(viewer, [id])).get(id) ?? []) : []

type Taken = { room_id: number; message_id: number; file_ids: readonly number[] }

/** Gives the caller's drafts in the room to a new message. */
async function takeFiles({ db, me }: Viewer, { room_id, message_id, file_ids }: Taken) {
  const taken = await db
    .updateTable('files')
    .set({ message_id, is_draft: false })
    .where('id', '=', sql<number>`any(${file_ids})`)
    .where('room_id', '=', room_id)
    .where('person_id', '=', me.id)
    .where('is_draft', '=', true)
    .returning('id')
    .execute()
  if (taken.length < new Set(file_ids).size) throw refused('Choose files that you have uploaded here.')
}

const disabled = ({ project_id }: Room) => refused(project_id === null ? disabledBecause.person : disabledBecause.project)

/**
 * Locks the room until the commit, so that ids and commits have the same order. Its project, or the other person of a private room,
 * can't be deactivated meanwhile.
 */
async function lockRoom({ db, tenant, me }: Viewer, room_id: number) {
  const { rows } = await sql<Room>`
    with room as (
      select r.project_id, r.last_message_id, case r.first_person_id when ${me.id} then r.second_person_id else r.first_person_id end as other_id
      from chat_rooms r where r.tenant_id = ${tenant.id} and r.id = ${room_id} for no key update),
    project as (select p.is_active from room join projects p on p.tenant_id = ${tenant.id} and p.id = room.project_id for share of p),
    other as (select e.is_active from room join people e on e.tenant_id = ${tenant.id} and e.id = room.other_id for share of e)
    select room.project_id, room.last_message_id as previous, coalesce(project.is_active, other.is_active) as is_active,
      -- next_id() continues from this id, even if the clock has been set back.
      set_config('app.last_id', greatest(room.last_message_id, nullif(current_setting('app.last_id', true), '')::bigint)::text, true)
    from room left join project on true left join other on true`.execute(db)
  return rows[0]
}

/** Undefined if this person has sent a message with this `temp_id` before. */
const insertMessage = (
  { db, me }: Viewer,
  room_id: number,
  { message, temp_id, has_files }: { message: string; temp_id: string | undefined; has_files: boolean },
): Promise<Stored | undefined> =>
  db
    .insertInto('chat_messages')
    .values({ room_id, sender_id: me.id, content: message, temp_id: temp_id ?? null, has_files })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'room_id', 'sender_id', 'temp_id']).doNothing())
    .returning(['id', 'content', 'created_at', 'has_files'])
    .executeTakeFirst()

const updateLastMessage = ({ db, tenant }: Viewer, room_id: number) =>
  sql`
    update chat_rooms r set last_message_id = newest.id
    from (
      select max(x.id) as id from chat_messages x where x.tenant_id = ${tenant.id} and x.room_id = ${room_id}) newest
    where r.tenant_id = ${tenant.id} and r.id = ${room_id} and r.last_message_id is distinct from newest.id`.execute(db)

const findSent = ({ db, me }: Viewer, room_id: number, temp_id = '') =>
  db
    .selectFrom('chat_messages')
    .select(['id', 'content', 'created_at', 'has_files'])
    .where('room_id', '=', room_id)
    .where('sender_id', '=', me.id)
    .where('temp_id', '=', temp_id)
    .executeTakeFirst()

/** Stores that this person has seen the room up to this message. Returns false if they had already seen it. Refuses a message of another room. */
export async function see({ db, tenant, me }: Viewer, room_id: number, message_id: number) {
  const [message, seen] = await pipelined(
    db.selectFrom('chat_messages').select('id').where('room_id', '=', room_id).where('id', '=', message_id).executeTakeFirst(),
    sql`
      insert into chat_seen (tenant_id, room_id, person_id, message_id)
      values (${tenant.id}, ${room_id}, ${me.id}, ${message_id})
      on conflict (tenant_id, room_id, person_id) do update set message_id = excluded.message_id
        where chat_seen.message_id < excluded.message_id
      returning message_id`.execute(db),
  )
  if (!message) throw refused('This message is not in the room.')
  return seen.rows.length > 0
}
