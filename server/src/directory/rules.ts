// The rules about what people see of each other.
import type { Ctx, Viewer } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { notFound } from '../kit/errors.ts'
import { reportsTo } from '../reads/people.ts'
import { changed } from '../realtime/changed.ts'

export type PersonSubject = { id: number; role: string; is_active: boolean; reports_to: number | null }

/** Finds a person; one who has left, only for HR. */
export async function findPerson({ db, tenant, me }: Viewer, id: number): Promise<PersonSubject> {
  const { rows } = await sql<PersonSubject>`
    select p.id, p.role, p.is_active, ${reportsTo(tenant.id)} as reports_to from people p
    where p.tenant_id = ${tenant.id} and p.id = ${id} ${me.role === 'hr' ? sql`` : sql`and p.is_active`}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

const isSelf = ({ me }: Viewer, { id }: PersonSubject) => me.id === id
const isManager = ({ me }: Viewer, { reports_to }: PersonSubject) => me.id === reports_to

export const seesPrivate = (viewer: Viewer, person: PersonSubject) => viewer.me.role === 'hr' || isSelf(viewer, person)
export const seesChecklists = (viewer: Viewer, person: PersonSubject) => seesPrivate(viewer, person) || isManager(viewer, person)
export const seesJob = (viewer: Viewer, person: PersonSubject) =>
  seesChecklists(viewer, person) || viewer.me.role === 'tenant_admin'

/** Everybody who sees anything of a person's record. */
export const recordChanged = (ctx: Ctx, { id, reports_to }: Pick<PersonSubject, 'id' | 'reports_to'>) =>
  changed(ctx, { people: reports_to ? [id, reports_to] : [id], roles: ['hr', 'tenant_admin'], models: ['records'] })
