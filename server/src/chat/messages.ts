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

type Room = { project_id: number | null; is_active: boolean; previous: number | null }
type Said = { id: number; content: string; created_at: string }

/**
 * Stores a message, which is refused where the room is disabled. One that this person has sent before under the same name is
 * not stored again, and `is_new` false; nor is it refused then, whatever has become of the room. `previous` is the newest before.
 */
export async function say(ctx: Who, room_id: number, { message, temp_id }: { message: string; temp_id?: string | undefined }) {
  const { db, tenant, me } = ctx
  // The room is held until the commit: the order of the ids is then the order in which they are seen. What it hangs on can't be
  // deactivated meanwhile. All in one statement, as everybody who writes in the room waits for it.
  const { rows } = await sql<Room & (Said | { id: null })>`
    with room as (
      select r.project_id, r.last_message_id, case r.first_person_id when ${me.id} then r.second_person_id else r.first_person_id end as other_id
      from chat_rooms r where r.tenant_id = ${tenant.id} and r.id = ${room_id} for no key update),
    project as (select p.is_active from room join projects p on p.tenant_id = ${tenant.id} and p.id = room.project_id for share of p),
    other as (select e.is_active from room join people e on e.tenant_id = ${tenant.id} and e.id = room.other_id for share of e),
    state as (
      select room.project_id, room.last_message_id as previous, coalesce(project.is_active, other.is_active) as is_active
      from room left join project on true left join other on true),
    said as (
      insert into chat_messages (tenant_id, room_id, sender_id, content, temp_id)
      select ${tenant.id}, ${room_id}, ${me.id}, ${message}, ${temp_id ?? null} from state where state.is_active
      on conflict (tenant_id, room_id, sender_id, temp_id) do nothing
      returning id, content, created_at),
    newest as (
      update chat_rooms r set last_message_id = said.id from said
      where r.tenant_id = ${tenant.id} and r.id = ${room_id})
    select * from state left join said on true`.execute(db)
  const [found] = rows
  if (!found) throw notFound()
  if (found.id !== null) return { ...found, is_new: true }
  const earlier = await saidBefore(ctx, room_id, temp_id)
  if (earlier) return { ...earlier, previous: found.previous, is_new: false }
  throw refused(found.project_id === null ? disabledBecause.person : disabledBecause.project)
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
