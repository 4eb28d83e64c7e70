import type { Ctx, Viewer } from '../kit/context.ts'
import { asInvalidField, forbidden, notFound, refused } from '../kit/errors.ts'
import { visible } from '../reads/visible.ts'

type Lock = 'share' | 'update'

/** Finds a project that this person sees, or throws `notFound`. */
export async function findProject(ctx: Viewer, id: number, lock?: Lock) {
  const project = await ctx.db
    .selectFrom('projects as p')
    .select(['p.id', 'p.key', 'p.name', 'p.status', 'p.priority', 'p.is_active', 'p.assigned_pm', 'p.start_date', 'p.end_date'])
    .where('p.id', '=', id)
    .where(visible(ctx))
    .$if(lock === 'share', (query) => query.forShare('p'))
    .$if(lock === 'update', (query) => query.forNoKeyUpdate('p'))
    .executeTakeFirst()
  if (!project) throw notFound()
  return project
}

export const visibleProjects = (ctx: Viewer) =>
  ctx.db.selectFrom('projects as p').select(['p.id', 'p.key', 'p.name', 'p.is_active']).where(visible(ctx)).execute()

/**
 * Locks a visible, active project for a change within it, so that deactivation waits for the change. Every such change must
 * use this.
 */
export async function projectToChange(ctx: Ctx, id: number, lock: Lock = 'share') {
  const project = await findProject(ctx, id, lock)
  if (!project.is_active) throw inactive()
  return project
}

/** Like `projectToChange`, for a project that is chosen in a form. */
export const chosenProject = (ctx: Ctx, id: number, lock?: Lock) =>
  projectToChange(ctx, id, lock).catch(asInvalidField('project', 'Choose one of your projects.'))

/** Refuses developers, who see a project but don't manage it. */
export function mustManage({ me }: Ctx, refusal?: string) {
  if (me.role === 'developer') throw forbidden(refusal)
}

/** Like `projectToChange`, but refuses developers. */
export async function projectToManage(ctx: Ctx, id: number, lock?: Lock) {
  await findProject(ctx, id)
  mustManage(ctx)
  return projectToChange(ctx, id, lock)
}

export const inactive = () => refused('Project is inactive.')

/** Parses an id from a query. Returns 0, which no row has, for any other text. */
export const idFrom = (text: string) => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0)
