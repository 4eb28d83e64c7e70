// People are notified of the texts that mention them, if they may read these.
import type { Role } from 'contract'
import { mentionedIn } from 'contract/markdown'
import { pipelined, sql } from '../kit/db/db.ts'
import type { projectPages } from './messages.ts'
import { type Notifier, notify } from './notify.ts'

/** Somebody who may read a text, and the role that decides on which page. */
export type Reader = { id: number; role: Role }
/** A changed text notifies only those whom it did not mention `before`. */
type Written = { text: string; before?: string }

/** Finds those whom a text mentions for the first time and who see the project. It costs nothing if it mentions nobody. */
export async function newlyMentioned(notifier: Notifier, project_id: number, written: Written): Promise<Reader[]> {
  const { db, tenant } = notifier
  const ids = newIdsIn(notifier, written)
  if (!ids.length) return []
  const { rows } = await sql<Reader>`
    select e.id, e.role from people e
    where e.tenant_id = ${tenant.id} and e.id = any(${ids}) and e.is_active and (e.role = 'tenant_admin' or (
      select m.id from members m
      where m.tenant_id = ${tenant.id} and m.project_id = ${project_id} and m.person_id = e.id limit 1) is not null)`.execute(db)
  return rows
}

/** Finds those whom a text mentions and who are in the room, and the name of its project. It costs nothing if it mentions nobody. */
export async function mentionedInRoom(notifier: Notifier, room_id: number, text: string) {
  const { db, tenant } = notifier
  const ids = newIdsIn(notifier, { text })
  if (!ids.length) return { ids, project_name: null }
  const { rows } = await sql<{ id: number; project_name: string | null }>`
    with room as materialized (
      select r.project_id, r.first_person_id, r.second_person_id, (
        select p.name from projects p where p.tenant_id = ${tenant.id} and p.id = r.project_id limit 1) as project_name
      from chat_rooms r where r.tenant_id = ${tenant.id} and r.id = ${room_id})
    select e.id, room.project_name from room, people e
    where e.tenant_id = ${tenant.id} and e.id = any(${ids}) and e.is_active
      and (e.id in (room.first_person_id, room.second_person_id) or (
        select m.id from members m
        where m.tenant_id = ${tenant.id} and m.project_id = room.project_id and m.person_id = e.id limit 1) is not null)`.execute(
    db,
  )
  return { ids: rows.map(({ id }) => id), project_name: rows[0]?.project_name ?? null }
}

function newIdsIn({ me }: Notifier, { text, before = '' }: Written) {
  const ids = mentionedIn(text)
  if (!ids.length) return []
  const known = new Set(mentionedIn(before))
  return ids.filter((id) => id !== me?.id && !known.has(id))
}

/** `link` is a page that all of them may open, or one for each role. */
type Told = { message: string; link: string | ReturnType<typeof projectPages> }

export async function notifyReaders(notifier: Notifier, readers: readonly Reader[], { message, link }: Told) {
  if (typeof link === 'string') return notify(notifier, { to: readers.map(({ id }) => id), message, link })
  const byPage = Map.groupBy(readers, ({ role }) => link[role as keyof typeof link])
  await pipelined(...[...byPage].map(([page, own]) => notify(notifier, { to: own.map(({ id }) => id), message, link: page })))
}
