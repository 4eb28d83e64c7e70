// Publishes changes to a project itself. Changes to its content are published where they are made.
import type { Project, ReadModel } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { invalidate, publishToPeople, publishToProject } from './publish.ts'

const membersOf = ({ members }: Project) => members.map(({ employee }) => employee.id)

/** Publishes a project's new state to those who have it on the screen, its members and the administrators. */
export function publishProject(ctx: Ctx, project: Project) {
  publishToPeople(
    ctx,
    { people: membersOf(project), roles: ['tenant_admin'], projects: [project.id] },
    { type: 'changed', project },
  )
}

/** Invalidates what the project's members see of it besides the project itself. */
export const invalidateForMembers = (ctx: Ctx, project: Project, ...models: ReadModel[]) =>
  invalidate(ctx, { people: membersOf(project) }, ...models)

/** Invalidates what depends on membership, for people who joined or left a project. */
export const publishMembership = (ctx: Ctx, people: readonly number[]) =>
  invalidate(ctx, { people }, 'projects', 'work', 'developers', 'rooms')

/** Publishes a project that these people joined or left. */
export function publishMembers(ctx: Ctx, project: Project, joinedOrLeft: readonly number[]) {
  publishProject(ctx, project)
  publishMembership(ctx, joinedOrLeft)
  invalidateForMembers(ctx, project, 'rooms')
}

/** Publishes that much of the project's content may have changed at once. */
export const publishOutdated = (ctx: Ctx, project_id: number) =>
  publishToProject(ctx, project_id, { type: 'outdated', project_id })
