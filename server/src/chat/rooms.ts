import { type Api, type ChatRoom, disabledBecause } from 'contract'
import type { RawBuilder } from 'kysely'
import { Assembled, sql } from '../kit/db.ts'
import { invalid, notFound } from '../kit/errors.ts'
import { containing } from '../kit/paging.ts'
import type { Ctx, Handlers } from '../kit/serve.ts'
import { tellStale } from '../notifications/changes.ts'
import { messagesOf } from './messages.ts'

type Who = Pick<Ctx, 'db' | 'tenant' | 'me'>

const usersAtOnce = 100
/** What is counted of the unread messages of a room. */
const unreadCounted = 1000

export const chat: Handlers<Api['chat']> = {
  async rooms(ctx) {
    return new Assembled<ChatRoom[]>(await roomsWhere(ctx, sql`true`))
  },

  async messages(ctx, { params, query }) {
    if (!(await isParticipant(ctx, params.room_id))) throw notFound()
    return messagesOf(ctx, params.room_id, query)
  },

  async users({ db, tenant, me }, { query }) {
    return db
      .selectFrom('people')
      .select(['id', 'full_name as name', 'full_name', 'email', 'role'])
      .where('tenant_id', '=', tenant.id)
      .where('is_active', '=', true)
      .where('id', '!=', me.id)
      .$if(Boolean(query.search?.trim()), (found) => {
        const pattern = containing(query.search?.trim() ?? '')
        return found.where((where) => where.or([where('full_name', 'ilike', pattern), where('email', 'ilike', pattern)]))
      })
      .orderBy(sql`lower(full_name)`)
      .orderBy('id')
      .limit(usersAtOnce)
      .offset(query.offset)
      .execute()
  },

  async privateChat(ctx, { body }) {
    const { db, tenant } = ctx
    const [first_person_id = 0, second_person_id = 0] = await pairOf(ctx, body.participants)
    const made = await db
      .insertInto('chat_rooms')
      .values({ tenant_id: tenant.id, room_type: 'PRIVATE', first_person_id, second_person_id })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'first_person_id', 'second_person_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) tellStale(ctx, { people: [first_person_id, second_person_id] }, 'rooms')
    const rooms = await roomsWhere(ctx, sql`r.first_person_id = ${first_person_id} and r.second_person_id = ${second_person_id}`)
    return new Assembled<ChatRoom>(JSON.stringify(JSON.parse(rooms)[0]), made ? 201 : 200)
  },
}

/** The caller and an active person of the workspace, the lower id first. */
async function pairOf({ db, tenant, me }: Who, ids: number[]) {
  const other = ids.find((id) => id !== me.id)
  if (!ids.includes(me.id) || other === undefined) throw invalid({ participants: ['Choose yourself and one other person.'] })
  const person = await db
    .selectFrom('people')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', other)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()
  if (!person) throw invalid({ participants: ['Choose somebody of this workspace.'] })
  return [me.id, other].sort((a, b) => a - b)
}

/** Whether this person is in the room: one of the two, or a member of the project. */
export async function isParticipant({ db, tenant, me }: Who, room_id: number) {
  const { rows } = await sql`
    select 1 from chat_rooms r
    where r.tenant_id = ${tenant.id} and r.id = ${room_id} and (${me.id} in (r.first_person_id, r.second_person_id)
      or exists (select from members m where m.tenant_id = ${tenant.id} and m.project_id = r.project_id and m.person_id = ${me.id}))`.execute(
    db,
  )
  return rows.length > 0
}

/** Everybody who is in the room. */
export async function participantsOf({ db, tenant }: Who, room_id: number) {
  const { rows } = await sql<{ ids: string }>`
    select coalesce(json_agg(inside.id), '[]') as ids from (
      select m.person_id as id from chat_rooms r
      join members m on m.tenant_id = r.tenant_id and m.tenant_id = ${tenant.id} and m.project_id = r.project_id
      where r.tenant_id = ${tenant.id} and r.id = ${room_id}
      union all
      select unnest(array[r.first_person_id, r.second_person_id]) from chat_rooms r
      where r.tenant_id = ${tenant.id} and r.id = ${room_id} and r.room_type = 'PRIVATE') inside`.execute(db)
  return JSON.parse(rows[0]?.ids ?? '[]') as number[]
}

/** The caller's rooms, `r`, of which this is true, as the JSON of a list: newest message first, rooms without any last. */
async function roomsWhere({ db, tenant: { id: tenant_id }, me }: Who, where: RawBuilder<unknown>) {
  const { rows } = await sql<{ json: string }>`
    with joined as (
      select r.id as room_id, m.created_at as since from members m
      join chat_rooms r on r.tenant_id = m.tenant_id and r.tenant_id = ${tenant_id} and r.project_id = m.project_id
      where m.tenant_id = ${tenant_id} and m.person_id = ${me.id}
      union all
      select r.id, r.created_at from chat_rooms r where r.tenant_id = ${tenant_id} and r.first_person_id = ${me.id}
      union all
      select r.id, r.created_at from chat_rooms r where r.tenant_id = ${tenant_id} and r.second_person_id = ${me.id}),
    mine as materialized (
      select r.id, r.room_type, r.project_id, r.first_person_id, r.second_person_id, r.last_message_id, joined.since, coalesce(seen.message_id, 0) as seen_id
      from joined join chat_rooms r on r.tenant_id = ${tenant_id} and r.id = joined.room_id
      left join chat_seen seen on seen.tenant_id = ${tenant_id} and seen.room_id = r.id and seen.person_id = ${me.id}
      where ${where}),
    inside as (
      select mine.id as room_id, m.person_id from mine join members m on m.tenant_id = ${tenant_id} and m.project_id = mine.project_id
      union all select id, first_person_id from mine where first_person_id is not null
      union all select id, second_person_id from mine where second_person_id is not null),
    participants as (
      select inside.room_id, json_agg(json_build_object('id', e.id, 'name', e.full_name, 'full_name', e.full_name, 'email', e.email,
        'is_active', e.is_active, 'last_seen_id', s.message_id) order by lower(e.full_name), e.id) as list
      from inside
      join people e on e.tenant_id = ${tenant_id} and e.id = inside.person_id
      left join chat_seen s on s.tenant_id = ${tenant_id} and s.room_id = inside.room_id and s.person_id = e.id
      group by inside.room_id)
    select coalesce(json_agg(json_build_object(
        'id', r.id, 'room_type', r.room_type, 'name', coalesce(p.name, other.full_name),
        'project', case when p.id is not null then json_build_object('id', p.id, 'name', p.name, 'is_active', p.is_active) end,
        'participants', coalesce(participants.list, '[]'),
        'last_message', case when x.id is not null then json_build_object('id', x.id, 'content', x.content,
          'sender_id', x.sender_id, 'sender_name', sender.full_name, 'timestamp', iso(x.created_at)) end,
        'unread_count', unread.count,
        'disabled_reason', case when not p.is_active then ${disabledBecause.project}::text
          when not other.is_active then ${disabledBecause.person}::text end)
      order by r.last_message_id desc nulls last, r.id desc), '[]')::text as json
    from mine r
    left join participants on participants.room_id = r.id
    left join projects p on p.tenant_id = ${tenant_id} and p.id = r.project_id
    left join people other on other.tenant_id = ${tenant_id}
      and other.id = case when r.first_person_id = ${me.id} then r.second_person_id else r.first_person_id end
    left join chat_messages x on x.tenant_id = ${tenant_id} and x.id = r.last_message_id
    left join people sender on sender.tenant_id = ${tenant_id} and sender.id = x.sender_id
    cross join lateral (
      -- The newest are looked at, whatever came before: a long-lived room takes no longer than a young one.
      select count(*) from (
        select y.created_at from chat_messages y
        where y.tenant_id = ${tenant_id} and y.room_id = r.id and y.sender_id <> ${me.id} and y.id > r.seen_id
        order by y.id desc limit ${unreadCounted}) newest
      where r.seen_id > 0 or newest.created_at >= r.since) unread`.execute(db)
  return rows[0]?.json ?? '[]'
}
