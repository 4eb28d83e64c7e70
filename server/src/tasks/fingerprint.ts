// What lists of tasks depend on. A task's version rises with each change of its labels, subtasks and comments, and a
// project's with its name and state.
import type { Ctx } from '../kit/context.ts'
import { countAll, pipelined, sql } from '../kit/db/db.ts'
import { visibleProjects } from '../projects/rules.ts'
import { digestOf, labelsDigest, peopleDigest } from '../reads/fingerprint.ts'
import { visible } from '../reads/visible.ts'
import { type Filters, matching } from './read.ts'

/** For a page of the tasks of one project, or of all that this person sees. Undefined if they see none. */
export async function fingerprintOfTasks(ctx: Ctx, project_id: number | undefined, filters: Filters) {
  const { db, tenant } = ctx
  const seen = sql`p.tenant_id = ${tenant.id} and ${visible(ctx)}`
  // Not a subquery, and the count apart, so that PostgreSQL plans each as it plans the read.
  const ids = project_id === undefined ? (await visibleProjects(ctx)).map(({ id }) => id) : [project_id]
  const matches = matching(ids, filters)
  const [{ count }, { rows }] = await pipelined(
    db.selectFrom('tasks as t').where(matches).select(countAll).executeTakeFirstOrThrow(),
    sql<{ projects: string | null }>`
      with page as (
        select t.id, t.version from tasks t where t.tenant_id = ${tenant.id} and ${matches}
        order by t.id limit ${filters.limit} offset ${filters.offset})
      select (select ${digestOf(sql`row(t.id, t.version)`, sql`t.id`)} from page t) as tasks,
        (select ${digestOf(sql`row(p.id, p.version)`, sql`p.id`)} from projects p
          where ${seen} ${project_id === undefined ? sql`` : sql`and p.id = ${project_id}`}) as projects,
        ${labelsDigest(tenant.id)} as labels, ${peopleDigest(tenant.id)} as people`.execute(db),
  )
  return rows[0]?.projects == null ? undefined : { ...rows[0], count }
}
