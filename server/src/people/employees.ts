import { type Api, type Employee, employeeRoles } from 'contract'
import { sql } from '../kit/db.ts'
import { invalid, notFound, refused, tooMany } from '../kit/errors.ts'
import { containing, pageOf } from '../kit/paging.ts'
import { hashPassword } from '../kit/passwords.ts'
import { type Ctx, type Handlers, slow } from '../kit/serve.ts'
import { developerTaken } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { endLinks, sendLink } from './links.ts'
import { endSessionsOf } from './sessions.ts'
import { endMemberships, mustNotLeadActiveProjects, openSubtasksOf, releaseDevelopersOf, unassignOpenWork } from './work.ts'

const resends = [
  ['minute', { max: 1, seconds: 60 }],
  ['day', { max: 10, seconds: 24 * 60 * 60 }],
] as const

export const employees: Handlers<Api['employees']> = {
  async list(ctx, { query }) {
    const found = employed(ctx)
      .$if(query.role !== undefined, (q) => q.where('role', '=', query.role ?? 'hr'))
      .$if(Boolean(query.search), (q) => {
        const pattern = containing(query.search ?? '')
        return q.where((where) =>
          where.or((['full_name', 'email', 'job_title', 'department'] as const).map((field) => where(field, 'ilike', pattern))),
        )
      })
    const [results, { count }] = await Promise.all([
      found.select(fields).orderBy(sql`lower(full_name)`).orderBy('id').limit(query.limit).offset(query.offset).execute(),
      found.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    ])
    return pageOf('/api/employees/', query, count, results.map(asEmployee))
  },

  create: slow({
    async before(_ctx, { body }) {
      const { password } = body
      return async () => (password === undefined ? null : hashPassword(password))
    },

    async handle(ctx, { body }, password_hash) {
      const { full_name, email, job_title, department, role } = body
      const person = await ctx.db
        .insertInto('people')
        .values({ tenant_id: ctx.tenant.id, full_name, email, job_title, department, role, password_hash })
        // A literal, as the planner can't match a partial index with a parameter once it plans for all values.
        .onConflict((conflict) => conflict.columns(['tenant_id', 'email']).where('is_active', '=', sql.lit(true)).doNothing())
        .returning(fields)
        .executeTakeFirst()
      if (!person) throw invalid({ email: ['An employee with this email already exists.'] })
      await sendLink(ctx, person.id, 'invitation')
      return asEmployee(person)
    },
  }),

  async update(ctx, { params, body }) {
    const person = await employeeToChange(ctx, params.employee_id)
    if (body.role !== person.role) {
      await leaveRole(ctx, person)
      ctx.services.live.recheck(ctx, person.id)
    }
    const { full_name, job_title, department, role } = body
    const changed = await ctx.db
      .updateTable('people')
      .set({ full_name, job_title, department, role })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('id', '=', person.id)
      .returning(fields)
      .executeTakeFirstOrThrow()
    return asEmployee(changed)
  },

  async remove(ctx, { params }) {
    const person = await employeeToChange(ctx, params.employee_id)
    await mustNotLeadActiveProjects(ctx, person, 'deleted')
    await releaseDevelopersOf(ctx, person.id)
    await endMemberships(ctx, person.id)
    await unassignOpenWork(ctx, person.id)
    await endLinks(ctx, person.id)
    await endSessionsOf(ctx, person.id)
    await tellManager(ctx, person)
    await ctx.db
      .updateTable('people')
      .set({ is_active: false, manager_id: null })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('id', '=', person.id)
      .execute()
    return undefined
  },

  resendInvitation: slow({
    async before(ctx, { params }) {
      const person = await findEmployee(ctx, params.employee_id)
      if (person.accepted_at) return refused('This person has already accepted the invitation.')
      return async () => {
        for (const [span, limit] of resends) {
          const wait = await ctx.services.limits.take(`invitation ${ctx.tenant.id} ${person.id} ${span}`, limit)
          if (wait) throw tooMany(wait)
        }
      }
    },

    async handle(ctx, { params }) {
      const person = await employeeToChange(ctx, params.employee_id)
      if (person.accepted_at) throw refused('This person has already accepted the invitation.')
      await sendLink(ctx, person.id, 'invitation')
      return { detail: 'Invitation resent successfully.' }
    },
  }),
}

const fields = ['id', 'full_name', 'email', 'role', 'job_title', 'department', 'is_active', 'accepted_at', 'date_joined'] as const

type Row = Omit<Employee, 'role' | 'invitation_status'> & { role: string; accepted_at: string | null }

const asEmployee = ({ accepted_at, ...person }: Row) =>
  ({ ...person, invitation_status: accepted_at ? 'accepted' : 'pending' }) as Employee

/** The people that the tenant admin manages: not the tenant admin, and nobody who has been deleted. */
const employed = ({ db, tenant }: Ctx) =>
  db.selectFrom('people').where('tenant_id', '=', tenant.id).where('is_active', '=', true).where('role', 'in', employeeRoles)

async function findEmployee(ctx: Ctx, id: number) {
  const person = await employed(ctx).select(fields).where('id', '=', id).executeTakeFirst()
  if (!person) throw notFound()
  return person
}

/**
 * Locked, so that nobody gives the person work meanwhile; not against mere references, or whoever assigns a subtask and this
 * would wait for each other. The tenant admin is no employee, and can't be changed as one.
 */
async function employeeToChange({ db, tenant }: Ctx, id: number) {
  const person = await db
    .selectFrom('people')
    .select([...fields, 'manager_id'])
    .where('tenant_id', '=', tenant.id)
    .where('is_active', '=', true)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!person) throw notFound()
  if (person.role === 'tenant_admin') throw refused('The workspace administrator cannot be changed here.')
  return person
}

/** Everything that hangs on a role ends with it. */
async function leaveRole(ctx: Ctx, person: { id: number; role: string; full_name: string; manager_id: number | null }) {
  if (person.role === 'project_manager') {
    await mustNotLeadActiveProjects(ctx, person, 'given another role')
    await releaseDevelopersOf(ctx, person.id)
  }
  if (person.role === 'developer') {
    await endMemberships(ctx, person.id)
    const open = await openSubtasksOf(ctx, person.id)
    if (open)
      throw invalid({
        role: [`This developer still has ${open} open ${open === 1 ? 'subtask' : 'subtasks'}, which must be reassigned first.`],
      })
    await tellManager(ctx, person)
    await ctx.db
      .updateTable('people')
      .set({ manager_id: null })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('id', '=', person.id)
      .execute()
  }
}

async function tellManager(ctx: Ctx, { full_name, manager_id }: { full_name: string; manager_id: number | null }) {
  if (manager_id) await notify(ctx, { to: [manager_id], ...developerTaken(full_name) })
}
