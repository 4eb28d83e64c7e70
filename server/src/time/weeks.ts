import { type Api, addDays, type TimeEntry, type TimeSheet, timeProblems } from 'contract'
import type { Ctx, Viewer } from '../kit/context.ts'
import { pipelined, type RawBuilder, sql } from '../kit/db/db.ts'
import { invalid, notFound, refused } from '../kit/errors.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { weekSubmitted } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { notifyAdministrators } from '../people/administrators.ts'
import { idFrom } from '../projects/rules.ts'
import { changed } from '../realtime/changed.ts'
import { dayAt, weekOf } from './days.ts'
import { entriesWhere, managesProject, sheetsWhere } from './read.ts'
import { lockOwnTime } from './rules.ts'
import { ownTimer } from './timer.ts'

export const weeks: Handlers<Pick<Api['time'], 'week' | 'submit' | 'withdraw'>> = {
  async week(ctx, { params: { week }, query }) {
    mustBeMonday(week)
    const id = query.person === undefined ? ctx.me.id : idFrom(query.person)
    const person = id === ctx.me.id ? own(ctx) : await personSeen(ctx, id)
    return readWeek(ctx, person, week)
  },

  async submit(ctx, { params: { week } }) {
    const { db, me, tenant } = ctx
    mustBeMonday(week)
    if (week > tenant.today) throw invalid({ week: [timeProblems.futureWeek] })
    const [, timer, { sheets }] = await pipelined(lockOwnTime(ctx), ownTimer(ctx), readWeek(ctx, own(ctx), week))
    if (timer && dayAt(timer.started_at, tenant.timezone) <= addDays(week, 6)) throw refused(timeProblems.running)
    const submitted = sheets.filter(({ status }) => status === 'open' || status === 'returned')
    if (!submitted.length) throw refused(timeProblems.nothing)
    const added = submitted.flatMap(({ id, project }) => (id === null ? { person_id: me.id, week, project_id: project } : []))
    await pipelined(
      added.length ? db.insertInto('time_sheets').values(added).execute() : [],
      db
        .updateTable('time_sheets')
        .set({ status: 'submitted', submitted_at: sql<string>`now()`, decided_at: null, decided_by: null, reason: '' })
        .where('id', '=', sql<number>`any(${submitted.flatMap(({ id }) => id ?? [])})`)
        .execute(),
    )
    await tellDeciders(ctx, submitted, week)
    return readWeek(ctx, own(ctx), week)
  },

  async withdraw(ctx, { params: { week } }) {
    const { db, me } = ctx
    mustBeMonday(week)
    const [, withdrawn] = await pipelined(
      lockOwnTime(ctx),
      db
        .deleteFrom('time_sheets')
        .where('person_id', '=', me.id)
        .where('week', '=', week)
        .where('status', '=', 'submitted')
        .returning('project_id')
        .execute(),
    )
    const managers = await managersOf(
      ctx,
      withdrawn.map(({ project_id }) => project_id),
    )
    if (withdrawn.length) sheetsChanged(ctx, { person_id: me.id, managers: managers.map(({ assigned_pm }) => assigned_pm) })
    return readWeek(ctx, own(ctx), week)
  },
}

/** Tells everybody who has these sheets of a person on the screen. */
export const sheetsChanged = (ctx: Ctx, { person_id, managers }: { person_id: number; managers: readonly number[] }) =>
  changed(ctx, { people: [person_id, ...managers], roles: ['tenant_admin'], models: ['time'] })

function mustBeMonday(week: string) {
  if (weekOf(week) !== week) throw invalid({ week: [timeProblems.notMonday] })
}

type NamedPerson = { id: number; full_name: string }
const own = ({ me }: Viewer): NamedPerson => ({ id: me.id, full_name: me.name })

/** Somebody else. A manager sees those who have time in one of their projects, or are a member of one. */
async function personSeen({ db, tenant, me }: Viewer, id: number): Promise<NamedPerson> {
  if (me.role === 'developer') throw notFound()
  const person = await db
    .selectFrom('people as w')
    .select(['w.id', 'w.full_name'])
    .where('w.id', '=', id)
    .$if(me.role === 'project_manager', (people) => people.where(worksFor({ tenant, me })))
    .executeTakeFirst()
  if (!person) throw notFound()
  return person
}

/** Counts instead of using `exists`, like `visible`. */
const worksFor = ({ tenant, me }: Pick<Viewer, 'tenant' | 'me'>) => sql<boolean>`((
    select count(*) > 0 from members m
    where m.tenant_id = ${tenant.id} and m.person_id = w.id and ${managesProject({ tenant, me }, sql`m.project_id`)})
  or (
    select count(*) > 0 from time_entries x
    where x.tenant_id = ${tenant.id} and x.person_id = w.id and ${managesProject({ tenant, me }, sql`x.project_id`)}))`

async function readWeek(ctx: Viewer, person: NamedPerson, week: string) {
  const seen = (project_id: RawBuilder<unknown>) => (person.id === ctx.me.id ? sql`true` : managesProject(ctx, project_id))
  const [entries, sheets] = await pipelined(
    entriesWhere(
      ctx,
      sql`x.person_id = ${person.id} and x.day between ${week}::date and ${addDays(week, 6)}::date and ${seen(sql`x.project_id`)}`,
    ),
    sheetsWhere(ctx, sql`h.person_id = ${person.id} and h.week = ${week}::date and ${seen(sql`h.project_id`)}`),
  )
  const ofProject = new Map(sheets.map((sheet) => [sheet.project, sheet]))
  const shown = [...Map.groupBy(entries, ({ project }) => project).values()].flatMap(([entry, ...rest]) =>
    entry ? (ofProject.get(entry.project) ?? openSheet(week, [entry, ...rest])) : [],
  )
  return { week, person, entries, sheets: shown.toSorted((a, b) => a.project_name.localeCompare(b.project_name)) }
}

const openSheet = (week: string, entries: readonly [TimeEntry, ...TimeEntry[]]): TimeSheet => ({
  id: null,
  person: entries[0].person,
  week,
  project: entries[0].project,
  project_name: entries[0].project_name,
  status: 'open',
  minutes: entries.reduce((sum, { minutes }) => sum + minutes, 0),
  submitted_at: null,
  decided_at: null,
  decided_by: null,
  reason: '',
})

/** The projects with their managers. Who has left, or has another role now, decides nothing. */
async function managersOf({ db }: Ctx, project_ids: readonly number[]) {
  if (!project_ids.length) return []
  return db
    .selectFrom('projects as p')
    .innerJoin('people as w', (join) => join.onRef('w.tenant_id', '=', 'p.tenant_id').onRef('w.id', '=', 'p.assigned_pm'))
    .select(['p.id', 'p.assigned_pm'])
    .select(sql<boolean>`w.is_active and w.role = 'project_manager'`.as('can_decide'))
    .where('p.id', '=', sql<number>`any(${project_ids})`)
    .execute()
}

/** Notifies each manager once, and the administrators of what no manager may decide. */
async function tellDeciders(ctx: Ctx, sheets: readonly TimeSheet[], week: string) {
  const { me } = ctx
  const managers = await managersOf(
    ctx,
    sheets.map(({ project }) => project),
  )
  sheetsChanged(ctx, { person_id: me.id, managers: managers.map(({ assigned_pm }) => assigned_pm) })
  const managerOf = new Map(managers.map(({ id, assigned_pm, can_decide }) => [id, can_decide ? assigned_pm : null]))
  const byDecider = Map.groupBy(sheets, ({ project }) => {
    const manager = managerOf.get(project) ?? null
    return manager === me.id ? null : manager
  })
  for (const [decider, own] of byDecider) {
    const projects = own.map(({ project_name }) => project_name)
    const minutes = own.reduce((sum, sheet) => sum + sheet.minutes, 0)
    const notification = weekSubmitted(me.name, { week, projects, minutes })
    if (decider === null) await notifyAdministrators(ctx, notification)
    else await notify(ctx, { to: [decider], ...notification })
  }
}
