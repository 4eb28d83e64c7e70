import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { forbidden, notFound, refused } from '../kit/errors.ts'

type Viewer = Pick<Ctx, 'db' | 'tenant' | 'me'>

/**
 * Which projects, `p`, a person sees: an admin all, a manager those they run, a developer those they are a member of. A value and
 * no `exists`, which PostgreSQL would turn into a join and may then begin with the person's projects, whatever was asked for.
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

type Lock = 'share' | 'update'

/** The project, where this person sees it. */
export async function findProject(ctx: Viewer, id: number, lock?: Lock) {
  const project = await ctx.db
    .selectFrom('projects as p')
    .select(['p.id', 'p.name', 'p.status', 'p.is_active', 'p.assigned_pm', 'p.start_date', 'p.end_date'])
    .where('p.tenant_id', '=', ctx.tenant.id)
    .where('p.id', '=', id)
    .where(visible(ctx))
    .$if(lock === 'share', (query) => query.forShare('p'))
    .$if(lock === 'update', (query) => query.forNoKeyUpdate('p'))
    .executeTakeFirst()
  if (!project) throw notFound()
  return project
}

/** All that this person sees. */
export const visibleProjects = (ctx: Viewer) =>
  ctx.db
    .selectFrom('projects as p')
    .select(['p.id', 'p.name', 'p.is_active'])
    .where('p.tenant_id', '=', ctx.tenant.id)
    .where(visible(ctx))
    .execute()

/**
 * Every change to what is in a project comes through here: visible and active, and held so until the change is made, as
 * deactivation waits for it.
 */
export async function projectToChange(ctx: Ctx, id: number, lock: Lock = 'share') {
  const project = await findProject(ctx, id, lock)
  if (!project.is_active) throw inactive()
  return project
}

/** A developer sees a project and what is in it, and manages none of it. */
export function mustManage({ me }: Ctx) {
  if (me.role === 'developer') throw forbidden()
}

/** As `projectToChange`, for those who run the project. */
export async function projectToManage(ctx: Ctx, id: number, lock?: Lock) {
  await findProject(ctx, id)
  mustManage(ctx)
  return projectToChange(ctx, id, lock)
}

export const inactive = () => refused('Project is inactive.')

/** An id from a query, or 0, which nothing has, where it is none. */
export const idFrom = (text: string) => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0)
