// Reads the list of rooms as flat rows and builds the objects here. Building JSON in the database costs several times as much.
import { type ChatRoom, disabledBecause, type Participant } from 'contract'
import type { Viewer } from '../kit/context.ts'
import { byName, pipelined, type RawBuilder, sql } from '../kit/db/db.ts'

/** Which participants of a project's room are listed. A private room always lists both. */
type Seats = 'all' | 'own'

const maxUnreadCount = 1000

type RoomRow = {
  id: number
  seen_id: number | null
  unread_count: number
  last_id: number | null
  content: string
  sender_id: number
  sender_name: string
  said_at: string
}
type ProjectRow = RoomRow & { project_id: number; name: string; is_active: boolean }
type PrivateRow = RoomRow & {
  other_id: number
  name: string
  email: string
  is_active: boolean
  other_seen_id: number | null
  is_other_first: boolean
}

/**
 * The id up to which a person has seen a room. No `coalesce`: under row security PostgreSQL does not treat it as leakproof, and would
 * filter all messages of the room by it instead of using the index.
 */
const seen = sql`case when s.message_id is null then 0 else s.message_id end`

/** The columns and joins for each room `r`. `since` is when this person joined, `s` is the newest message that they have seen. */
const roomSql = ({ tenant, me }: Viewer) => ({
  columns: sql`r.id, s.message_id as seen_id, x.id as last_id, x.content, x.sender_id, sender.full_name as sender_name, x.created_at as said_at,
    case when r.last_message_id > ${seen} then (
      -- Counts only the newest messages, so that an old room takes no longer than a new one.
      select count(*) from (
        select y.created_at from chat_messages y
        where y.tenant_id = ${tenant.id} and y.room_id = r.id and y.sender_id <> ${me.id} and y.id > ${seen}
        order by y.id desc limit ${maxUnreadCount}) newest
      where s.message_id is not null or newest.created_at >= r.since) else 0 end as unread_count`,
  joins: sql`
    left join chat_seen s on s.tenant_id = ${tenant.id} and s.room_id = r.id and s.person_id = ${me.id}
    left join chat_messages x on x.tenant_id = ${tenant.id} and x.id = r.last_message_id
    left join people sender on sender.tenant_id = ${tenant.id} and sender.id = x.sender_id`,
})

const projectRows = async (viewer: Viewer) => {
  const { columns, joins } = roomSql(viewer)
  const { rows } = await sql<ProjectRow>`
    select ${columns}, p.id as project_id, p.name, p.is_active
    from (
      select r.id, r.project_id, r.last_message_id, m.created_at as since from members m
      join chat_rooms r on r.tenant_id = ${viewer.tenant.id} and r.project_id = m.project_id
      where m.tenant_id = ${viewer.tenant.id} and m.person_id = ${viewer.me.id}) r
    join projects p on p.tenant_id = ${viewer.tenant.id} and p.id = r.project_id ${joins}`.execute(viewer.db)
  return rows
}

async function privateRows(viewer: Viewer, other_id?: number) {
  const { tenant, me } = viewer
  const { columns, joins } = roomSql(viewer)
  const { rows } = await sql<PrivateRow>`
    select ${columns}, other.id as other_id, other.full_name as name, other.email, other.is_active, seen.message_id as other_seen_id,
      (${byName('other.full_name')}, other.id) < (${me.name}::text collate "und-x-icu", ${me.id}::bigint) as is_other_first
    from (
      select r.id, r.second_person_id as other_id, r.last_message_id, r.created_at as since from chat_rooms r
      where r.tenant_id = ${tenant.id} and r.first_person_id = ${me.id}
      union all
      select r.id, r.first_person_id, r.last_message_id, r.created_at from chat_rooms r
      where r.tenant_id = ${tenant.id} and r.second_person_id = ${me.id}) r
    join people other on other.tenant_id = ${tenant.id} and other.id = r.other_id
    left join chat_seen seen on seen.tenant_id = ${tenant.id} and seen.room_id = r.id and seen.person_id = r.other_id
    ${joins} ${other_id === undefined ? sql`` : sql`where other.id = ${other_id}`}`.execute(viewer.db)
  return rows
}

type Seat = { room_id: number; person_id: number; last_seen_id: number | null }
type Person = Pick<Participant, 'id' | 'full_name' | 'email' | 'is_active'>

/**
 * The newest message that a person has seen in a room. A scalar subselect, because PostgreSQL would read all rows of the room for
 * a join.
 */
const lastSeen = ({ tenant }: Viewer, room_id: RawBuilder<unknown>, person_id: RawBuilder<unknown>) => sql`(
  select s.message_id from chat_seen s where s.tenant_id = ${tenant.id} and s.room_id = ${room_id} and s.person_id = ${person_id})`

/** Reads the participants of each of the caller's project rooms. */
async function allSeats(viewer: Viewer) {
  const { db, tenant, me } = viewer
  const [seats, people] = await pipelined(
    sql<Seat>`
      select r.id as room_id, m.person_id, ${lastSeen(viewer, sql`r.id`, sql`m.person_id`)} as last_seen_id
      from members mine
      join chat_rooms r on r.tenant_id = ${tenant.id} and r.project_id = mine.project_id
      join members m on m.tenant_id = ${tenant.id} and m.project_id = mine.project_id
      where mine.tenant_id = ${tenant.id} and mine.person_id = ${me.id}`.execute(db),
    sql<Person>`
      select e.id, e.full_name, e.email, e.is_active from people e
      where e.tenant_id = ${tenant.id} and e.id in (
        select m.person_id from members mine
        join members m on m.tenant_id = ${tenant.id} and m.project_id = mine.project_id
        where mine.tenant_id = ${tenant.id} and mine.person_id = ${me.id})
      order by ${byName('e.full_name')}, e.id`.execute(db),
  )
  return participantsByRoom(seats.rows, people.rows)
}

function participantsByRoom(seats: readonly Seat[], people: readonly Person[]) {
  const seatsOf = Map.groupBy(seats, ({ person_id }) => person_id)
  const rooms = new Map<number, Participant[]>(seats.map(({ room_id }) => [room_id, []]))
  // Iterates in the order of the people, so that each room gets its own in that order.
  for (const person of people)
    for (const { room_id, last_seen_id } of seatsOf.get(person.id) ?? [])
      rooms.get(room_id)?.push(participantOf(person, last_seen_id))
  return rooms
}

const participantOf = ({ id, full_name, email, is_active }: Person, last_seen_id: number | null): Participant => ({
  id,
  name: full_name,
  full_name,
  email,
  is_active,
  last_seen_id,
})

const meIn = ({ me: { id, name, email } }: Viewer, seen_id: number | null) =>
  participantOf({ id, full_name: name, email, is_active: true }, seen_id)

/** The caller's rooms by newest message, newest first. Rooms without messages come last. */
export async function roomsOf(viewer: Viewer, seats: Seats): Promise<ChatRoom[]> {
  const [inProjects, inPrivate, everybody] = await pipelined(
    projectRows(viewer),
    privateRows(viewer),
    seats === 'all' ? allSeats(viewer) : null,
  )
  const rooms = [
    ...inProjects.map((row) => projectRoom(row, everybody?.get(row.id) ?? [meIn(viewer, row.seen_id)])),
    ...inPrivate.map((row) => privateRoom(viewer, row)),
  ]
  return rooms.sort((a, b) => (b.last_message?.id ?? 0) - (a.last_message?.id ?? 0) || b.id - a.id)
}

/** The caller's private room with another person, in the form of the list. */
export async function privateRoomOf(viewer: Viewer, other_id: number) {
  const [row] = await privateRows(viewer, other_id)
  if (!row) throw new Error('A private room is read by one of its two people.')
  return privateRoom(viewer, row)
}

function projectRoom(row: ProjectRow, participants: Participant[]): ChatRoom {
  const { id, project_id, name, is_active, unread_count } = row
  return {
    id,
    room_type: 'PROJECT',
    name,
    project: { id: project_id, name, is_active },
    participants,
    last_message: lastOf(row),
    unread_count,
    disabled_reason: is_active ? null : disabledBecause.project,
  }
}

function privateRoom(viewer: Viewer, row: PrivateRow): ChatRoom {
  const { id, name, is_active, email, other_id, other_seen_id, seen_id, unread_count, is_other_first } = row
  const other = participantOf({ id: other_id, full_name: name, email, is_active }, other_seen_id)
  const me = meIn(viewer, seen_id)
  return {
    id,
    room_type: 'PRIVATE',
    name,
    project: null,
    participants: is_other_first ? [other, me] : [me, other],
    last_message: lastOf(row),
    unread_count,
    disabled_reason: is_active ? null : disabledBecause.person,
  }
}

const lastOf = ({ last_id, content, sender_id, sender_name, said_at }: RoomRow): ChatRoom['last_message'] =>
  last_id === null ? null : { id: last_id, content, sender_id, sender_name, timestamp: said_at }

/** Everybody in the room, by name. Empty if the room does not exist. */
export async function participantsIn(viewer: Viewer, room_id: number): Promise<Participant[]> {
  const { db, tenant } = viewer
  const { rows } = await sql<Person & { last_seen_id: number | null }>`
    select e.id, e.full_name, e.email, e.is_active, ${lastSeen(viewer, sql`${room_id}`, sql`e.id`)} as last_seen_id
    from people e
    where e.tenant_id = ${tenant.id} and e.id in (
      select m.person_id from chat_rooms r
      join members m on m.tenant_id = ${tenant.id} and m.project_id = r.project_id
      where r.tenant_id = ${tenant.id} and r.id = ${room_id}
      union all
      select unnest(array[r.first_person_id, r.second_person_id]) from chat_rooms r
      where r.tenant_id = ${tenant.id} and r.id = ${room_id} and r.room_type = 'PRIVATE')
    order by ${byName('e.full_name')}, e.id`.execute(db)
  return rows.map((row) => participantOf(row, row.last_seen_id))
}
