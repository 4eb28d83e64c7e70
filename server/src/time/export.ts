import { type Api, keyOf, type SheetStatus } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { type RawBuilder, sql } from '../kit/db/db.ts'
import { csvDownload } from '../kit/http/csv-download.ts'
import { type Handlers, slow } from '../kit/http/pipeline.ts'
import { idFrom } from '../projects/rules.ts'
import { withPerson, withProject } from '../reads/parents.ts'
import { record } from '../security-log/record.ts'
import { managesProject, statusOfEntry } from './read.ts'

const exportsPerHour = { max: 12, seconds: 60 * 60 }

export const timeExport: Handlers<Pick<Api['time'], 'export'>> = {
  export: slow({
    before:
      async ({ tenant, me, services }) =>
      () =>
        services.limits.mustTake(`time ${tenant.id} ${me.id}`, exportsPerHour),

    async handle(ctx, { query }) {
      const { tenant } = ctx
      await record(ctx, 'data_exported', { about: 'Time' })
      const name = `${tenant.subdomain}-time-${tenant.today}.csv`
      return csvDownload<Row>(ctx, { name, head, lineOf, query: entriesOf(ctx, query).compile(ctx.db) })
    },
  }),
}

type Filters = { from?: string | undefined; to?: string | undefined; project?: string | undefined; person?: string | undefined }

/** The entries that the caller may see: all for an administrator, those of their projects for a manager, and their own. */
function entriesOf(ctx: Ctx, { from, to, project, person }: Filters): RawBuilder<Row> {
  const conditions = [
    sql`x.tenant_id = ${ctx.tenant.id}`,
    sql`(x.person_id = ${ctx.me.id} or ${managesProject(ctx, sql`x.project_id`)})`,
    ...(from === undefined ? [] : [sql`x.day >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`x.day <= ${to}::date`]),
    ...(project === undefined ? [] : [sql`x.project_id = ${idFrom(project)}`]),
    ...(person === undefined ? [] : [sql`x.person_id = ${idFrom(person)}`]),
  ]
  return sql<Row>`
    select x.day::text as day, w.full_name, p.name as project_name, p.key as project_key, x.number, x.title, x.minutes, x.note,
      ${statusOfEntry(ctx)} as status
    from time_entries x ${withProject(ctx, sql`x.project_id`)} ${withPerson(ctx, sql`x.person_id`, sql`w`)}
    where ${sql.join(conditions, sql` and `)}
    order by x.day, x.id`
}

type Row = {
  day: string
  full_name: string
  project_name: string
  project_key: string | null
  number: number | null
  title: string
  minutes: number
  note: string
  status: SheetStatus
}

const head = ['Day', 'Person', 'Project', 'Key', 'Subtask', 'Minutes', 'Hours', 'Note', 'Status']
const statusNames: Record<SheetStatus, string> = {
  open: 'Open',
  submitted: 'Submitted',
  approved: 'Approved',
  returned: 'Returned',
}

const lineOf = ({ day, full_name, project_name, project_key, number, title, minutes, note, status }: Row) => [
  day,
  full_name,
  project_name,
  keyOf(project_key, number),
  title,
  minutes,
  (minutes / 60).toFixed(2),
  note,
  statusNames[status],
]
