import { type ChatMessage, disabledBecause } from 'contract'
import { sql } from '../kit/db.ts'
import { notFound, refused } from '../kit/errors.ts'
import type { Ctx } from '../kit/serve.ts'

type Who = Pick<Ctx, 'db' | 'tenant' | 'me'>
type Range = { before?: number | undefined; after?: number | undefined }

const messagesAtOnce = 50

/** The newest of a room, those right before a message, or those right after one; newest first in each case. */
export async function messagesOf({ db, tenant, me }: Who, room_id: number, { before, after }: Range): Promise<ChatMessage[]> {
  const found = await db
    .selectFrom('chat_messages as x')
    .innerJoin('people as e', (join) => join.onRef('e.tenant_id', '=', 'x.tenant_id').onRef('e.id', '=', 'x.sender_id'))
    .select([
      'x.id',
      'x.content',
      'x.sender_id as sender',
      'e.full_name as sender_name',
      'x.created_at as timestamp',
      'x.temp_id',
    ])
    .where('x.tenant_id', '=', tenant.id)
    .where('e.tenant_id', '=', tenant.id)
    .where('x.room_id', '=', room_id)
    .$if(before !== undefined, (query) => query.where('x.id', '<', before ?? 0))
    .$if(after !== undefined, (query) => query.where('x.id', '>', after ?? 0))
    .orderBy('x.id', after === undefined ? 'desc' : 'asc')
    .limit(messagesAtOnce)
    .execute()
  const told = found.map(({ temp_id, ...message }) => (temp_id && message.sender === me.id ? { ...message, temp_id } : message))
  return after === undefined ? told : told.reverse()
}

type Said = { id: number; content: string; created_at: string }

/**
 * Stores a message, which is refused where the room is disabled. One that this person has sent before under the same name is
 * not stored again, and `is_new` false; nor is it refused then, whatever has become of the room.
 */
export async function say(ctx: Who, room_id: number, { message, temp_id }: { message: string; temp_id?: string | undefined }) {
  const { db, tenant, me } = ctx
  const disabled = await whyDisabled(ctx, room_id)
  if (disabled) {
    const earlier = await saidBefore(ctx, room_id, temp_id)
    if (!earlier) throw refused(disabled)
    return { ...earlier, is_new: false }
  }
  const { rows } = await sql<Said>`
    with said as (
      insert into chat_messages (tenant_id, room_id, sender_id, content, temp_id)
      values (${tenant.id}, ${room_id}, ${me.id}, ${message}, ${temp_id ?? null})
      on conflict (tenant_id, room_id, sender_id, temp_id) do nothing
      returning id, content, created_at),
    newest as (
      update chat_rooms r set last_message_id = said.id from said
      where r.tenant_id = ${tenant.id} and r.id = ${room_id})
    select * from said`.execute(db)
  if (rows[0]) return { ...rows[0], is_new: true }
  const earlier = await saidBefore(ctx, room_id, temp_id)
  if (!earlier) throw notFound()
  return { ...earlier, is_new: false }
}

const saidBefore = ({ db, tenant, me }: Who, room_id: number, temp_id = '') =>
  db
    .selectFrom('chat_messages')
    .select(['id', 'content', 'created_at'])
    .where('tenant_id', '=', tenant.id)
    .where('room_id', '=', room_id)
    .where('sender_id', '=', me.id)
    .where('temp_id', '=', temp_id)
    .executeTakeFirst()

/**
 * Why nothing can be said in the room, if so. It is held until the commit: the order of the ids is then the order in which they
 * are seen. Its project can't be deactivated meanwhile.
 */
async function whyDisabled({ db, tenant, me }: Who, room_id: number) {
  const room = await db
    .selectFrom('chat_rooms')
    .select(['project_id', 'first_person_id', 'second_person_id'])
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', room_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!room) throw notFound()
  const isProject = room.project_id !== null
  const other = room.first_person_id === me.id ? room.second_person_id : room.first_person_id
  const state = await db
    .selectFrom(isProject ? 'projects' : 'people')
    .select('is_active')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', (isProject ? room.project_id : other) ?? 0)
    .forShare()
    .executeTakeFirstOrThrow()
  return state.is_active ? undefined : isProject ? disabledBecause.project : disabledBecause.person
}

/** Remembers that this person has seen a room up to this message. Answers whether that is news. */
export async function see({ db, tenant, me }: Who, room_id: number, message_id: number) {
  const { rows } = await sql`
    insert into chat_seen (tenant_id, room_id, person_id, message_id)
    select ${tenant.id}, ${room_id}, ${me.id}, x.id from chat_messages x
    where x.tenant_id = ${tenant.id} and x.room_id = ${room_id} and x.id = ${message_id}
    on conflict (tenant_id, room_id, person_id) do update set message_id = excluded.message_id
      where chat_seen.message_id < excluded.message_id
    returning message_id`.execute(db)
  return rows.length > 0
}
