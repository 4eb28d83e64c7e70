import type { Viewer } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'

/**
 * The condition under which a person sees a project `p`: an admin sees all, a manager those they run, a developer those they
 * are a member of. It counts instead of using `exists`: PostgreSQL would turn that into a join that starts with the
 * person's projects.
 */
export function visible({ tenant, me }: Viewer) {
  switch (me.role) {
    case 'tenant_admin':
      return sql<boolean>`true`
    case 'project_manager':
      return sql<boolean>`p.assigned_pm = ${me.id}`
    case 'developer':
      return sql<boolean>`(select count(*) > 0 from members m
        where m.tenant_id = ${tenant.id} and m.project_id = p.id and m.person_id = ${me.id})`
    default:
      return sql<boolean>`false`
  }
}

/** The condition under which a person is in a chat room `r`: one of its two people, or a member of its project. */
export const participates = ({ tenant, me }: Viewer) => sql<boolean>`(${me.id} in (r.first_person_id, r.second_person_id)
  or exists (select from members m where m.tenant_id = ${tenant.id} and m.project_id = r.project_id and m.person_id = ${me.id}))`
