import { type Db, pipelined } from '../kit/db/db.ts'

/** Adds what every project has from the start: its manager's membership and its chat room. */
export const addManagerAndRoom = (db: Db, { project_id, assigned_pm }: { project_id: number; assigned_pm: number }) =>
  pipelined(
    db.insertInto('chat_rooms').values({ room_type: 'PROJECT', project_id }).execute(),
    db.insertInto('members').values({ project_id, person_id: assigned_pm, role: 'project_manager' }).execute(),
  )
