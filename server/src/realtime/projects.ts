// What others see of a change to a project itself. What is in it is told by those who change that.
import type { Project, ReadModel } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { invalidate, publishToPeople, publishToProject } from './publish.ts'

const membersOf = ({ members }: Project) => members.map(({ employee }) => employee.id)

/** A project is as it is given here from now on: to those who have it on the screen, its members, and the administrators. */
export function publishProject(ctx: Ctx, project: Project) {
  publishToPeople(
    ctx,
    { people: membersOf(project), roles: ['tenant_admin'], projects: [project.id] },
    { type: 'changed', project },
  )
}

/** What else its members see of it has changed. */
export const invalidateForMembers = (ctx: Ctx, project: Project, ...reads: ReadModel[]) =>
  invalidate(ctx, { people: membersOf(project) }, ...reads)

/** What hangs on being in a project or not, to these who came to it or left it. */
export const publishMembership = (ctx: Ctx, people: readonly number[]) =>
  invalidate(ctx, { people }, 'projects', 'work', 'developers', 'rooms')

/** The project is as it is given here now that these people came to it or left it. */
export function publishMembers(ctx: Ctx, project: Project, cameOrLeft: readonly number[]) {
  publishProject(ctx, project)
  publishMembership(ctx, cameOrLeft)
  invalidateForMembers(ctx, project, 'rooms')
}

/** Much of what is in it may have changed at once. */
export const publishOutdated = (ctx: Ctx, project_id: number) =>
  publishToProject(ctx, project_id, { type: 'outdated', project_id })
