import { type ChatMessage, disabledBecause } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { notFound, refused } from '../kit/errors.ts'

type Viewer = Pick<Ctx, 'db' | 'tenant' | 'me'>
type Range = { before?: number | undefined; after?: number | undefined }

const messagesAtOnce = 50

/** The newest of a room, those right before a message, or those right after one; newest first in each case. */
export async function messagesOf({ db, tenant, me }: Viewer, room_id: number, { before, after }: Range): Promise<ChatMessage[]> {
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
export async function say(ctx: Viewer, room_id: number, { message, temp_id }: { message: string; temp_id?: string | undefined }) {
  // Sent in one piece, as everybody who writes in the room waits for it. What is refused below is undone with its transaction.
  const [room, said] = await pipelined(
    lockRoom(ctx, room_id),
    insertMessage(ctx, room_id, { message, temp_id }),
    touch(ctx, room_id),
  )
  if (!room) throw notFound()
  if (said && !room.is_active) throw disabled(room)
  if (said) return { ...said, previous: room.previous, is_new: true }
  const earlier = await saidBefore(ctx, room_id, temp_id)
  if (!earlier) throw disabled(room)
  return { ...earlier, previous: room.previous, is_new: false }
}

const disabled = ({ project_id }: Room) => refused(project_id === null ? disabledBecause.person : disabledBecause.project)

/**
 * Holds the room until the commit, so that the order of the ids is the order of the commits. The project or person that it hangs on
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
      -- next_id() counts on from there, even where the clock has been put back.
      set_config('app.last_id', greatest(room.last_message_id, nullif(current_setting('app.last_id', true), '')::bigint)::text, true)
    from room left join project on true left join other on true`.execute(db)
  return rows[0]
}

/** Nothing where this person has sent it before under the same name. */
const insertMessage = (
  { db, tenant, me }: Viewer,
  room_id: number,
  { message, temp_id }: { message: string; temp_id?: string | undefined },
): Promise<Said | undefined> =>
  db
    .insertInto('chat_messages')
    .values({ tenant_id: tenant.id, room_id, sender_id: me.id, content: message, temp_id: temp_id ?? null })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'room_id', 'sender_id', 'temp_id']).doNothing())
    .returning(['id', 'content', 'created_at'])
    .executeTakeFirst()

/** Makes the newest message the room's last. */
const touch = ({ db, tenant }: Viewer, room_id: number) =>
  sql`
    update chat_rooms r set last_message_id = newest.id
    from (
      select max(x.id) as id from chat_messages x where x.tenant_id = ${tenant.id} and x.room_id = ${room_id}) newest
    where r.tenant_id = ${tenant.id} and r.id = ${room_id} and r.last_message_id is distinct from newest.id`.execute(db)

const saidBefore = ({ db, tenant, me }: Viewer, room_id: number, temp_id = '') =>
  db
    .selectFrom('chat_messages')
    .select(['id', 'content', 'created_at'])
    .where('tenant_id', '=', tenant.id)
    .where('room_id', '=', room_id)
    .where('sender_id', '=', me.id)
    .where('temp_id', '=', temp_id)
    .executeTakeFirst()

/** Remembers that this person has seen a room up to this message, which has to be one of the room. Answers whether that is news. */
export async function see({ db, tenant, me }: Viewer, room_id: number, message_id: number) {
  const [message, seen] = await pipelined(
    db
      .selectFrom('chat_messages')
      .select('id')
      .where('tenant_id', '=', tenant.id)
      .where('room_id', '=', room_id)
      .where('id', '=', message_id)
      .executeTakeFirst(),
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
