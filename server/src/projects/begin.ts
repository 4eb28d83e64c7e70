import { type Db, sql } from '../kit/db.ts'

type New = { tenant_id: number; project_id: number; assigned_pm: number }

/** What a project has from its first moment: its manager's membership, and its room. */
export const beginProject = (db: Db, { tenant_id, project_id, assigned_pm }: New) =>
  sql`
    with room as (insert into chat_rooms (tenant_id, room_type, project_id) values (${tenant_id}, 'PROJECT', ${project_id}))
    insert into members (tenant_id, project_id, person_id, role)
    values (${tenant_id}, ${project_id}, ${assigned_pm}, 'project_manager')`.execute(db)
