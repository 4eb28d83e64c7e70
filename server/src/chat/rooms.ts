import type { Api, ChatRoom, Participant } from 'contract'
import type { Viewer } from '../kit/context.ts'
import { Assembled } from '../kit/db/assembled.ts'
import { byName, sql } from '../kit/db/db.ts'
import { invalid, notFound } from '../kit/errors.ts'
import { wordPatterns } from '../kit/http/paging.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { participates } from '../reads/visible.ts'
import { changed } from '../realtime/changed.ts'
import { messagesOf } from './messages.ts'
import { participantsIn, privateRoomOf, roomsOf } from './read.ts'

const pageSize = 100

export const chat: Handlers<Api['chat']> = {
  async rooms(ctx, { query }) {
    return new Assembled<ChatRoom[]>(JSON.stringify(await roomsOf(ctx, query.participants)))
  },

  async participants(ctx, { params }) {
    const participants = await participantsIn(ctx, params.room_id)
    if (!participants.some(({ id }) => id === ctx.me.id)) throw notFound()
    return new Assembled<Participant[]>(JSON.stringify(participants))
  },

  async messages(ctx, { params, query }) {
    if (!(await isParticipant(ctx, params.room_id))) throw notFound()
    return messagesOf(ctx, params.room_id, query)
  },

  async users({ db, me }, { query }) {
    return db
      .selectFrom('people')
      .select(['id', 'full_name as name', 'full_name', 'email', 'role'])
      .where('is_active', '=', true)
      .where('id', '!=', me.id)
      .$if(Boolean(query.search), (users) =>
        users.where(sql<boolean>`folded(full_name || ' ' || email) like all (${wordPatterns(query.search ?? '')})`),
      )
      .orderBy(byName('full_name'))
      .orderBy('id')
      .limit(pageSize)
      .offset(query.offset)
      .execute()
  },

  async privateChat(ctx, { body }) {
    const { db, me } = ctx
    const [first_person_id = 0, second_person_id = 0] = await pairOf(ctx, body.participants)
    const created = await db
      .insertInto('chat_rooms')
      .values({ room_type: 'PRIVATE', first_person_id, second_person_id })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'first_person_id', 'second_person_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (created) changed(ctx, { people: [first_person_id, second_person_id], models: ['rooms'] })
    const room = await privateRoomOf(ctx, me.id === first_person_id ? second_person_id : first_person_id)
    return new Assembled<ChatRoom>(JSON.stringify(room), created ? 201 : 200)
  },
}

/** The caller and an active person of the workspace, the lower id first. */
async function pairOf({ db, me }: Viewer, ids: number[]) {
  const other = ids.find((id) => id !== me.id)
  if (!ids.includes(me.id) || other === undefined) throw invalid({ participants: ['Choose yourself and one other person.'] })
  const person = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', other)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()
  if (!person) throw invalid({ participants: ['Choose somebody of this workspace.'] })
  return [me.id, other].sort((a, b) => a - b)
}

/** Whether this person is in the room: one of its two people, or a member of its project. */
export async function isParticipant(viewer: Viewer, room_id: number) {
  const { db, tenant } = viewer
  const { rows } = await sql`
    select 1 from chat_rooms r where r.tenant_id = ${tenant.id} and r.id = ${room_id} and ${participates(viewer)}`.execute(db)
  return rows.length > 0
}

/** The ids of everybody in the room. */
export async function participantsOf({ db, tenant }: Viewer, room_id: number) {
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
