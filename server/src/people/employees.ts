import { type Api, employeeRoles } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { afterRollback, byName, countAll, sql } from '../kit/db/db.ts'
import { invalid, notFound, problemsIn, refused } from '../kit/errors.ts'
import { pageOf, wordPatterns } from '../kit/http/paging.ts'
import { type Handlers, type Judges, slow } from '../kit/http/pipeline.ts'
import { hashPassword } from '../kit/security/passwords.ts'
import { changed } from '../realtime/changed.ts'
import { recordRole } from '../security-log/record.ts'
import { recordAssignments } from './assign.ts'
import { listed, staff, wherePeopleAppear } from './audiences.ts'
import { asEmployee, emailTaken, fields, invitationExpiry } from './employee-rows.ts'
import { tellOfChangedHr } from './hr-accounts.ts'
import { countInvitations, orGiveBack } from './invitation-limit.ts'
import {
  addInvited,
  correctEmail,
  countLink,
  countResending,
  handOverLink,
  isTaken,
  mustBeInvited,
  resendInvitation,
} from './invitations.ts'
import { leaveRole, leaveWorkspace, mustHaveNoOpenSubtasks } from './leaving.ts'
import { mustBeManager, mustLookLikeManager } from './read.ts'

export const employees: Handlers<Api['employees']> = {
  async list(ctx, { query }) {
    const matching = activeEmployees(ctx)
      .$if(query.role !== undefined, (q) => q.where('role', '=', query.role ?? 'hr'))
      .$if(query.invitation_status !== undefined, (q) =>
        q.where('accepted_at', query.invitation_status === 'pending' ? 'is' : 'is not', null),
      )
      .$if(Boolean(query.search), (q) => q.where(hasEveryWord(query.search ?? '')))
    const [results, { count }] = await Promise.all([
      matching
        .select(fields)
        .select(invitationExpiry(ctx))
        .orderBy(byName('full_name'))
        .orderBy('id')
        .limit(query.limit)
        .offset(query.offset)
        .execute(),
      matching.select(countAll).executeTakeFirstOrThrow(),
    ])
    return pageOf('/api/employees/', query, count, results.map(asEmployee))
  },

  create: slow({
    async before(ctx, { body }) {
      const { email, password } = body
      if (await isTaken(ctx, email)) throw invalid(emailTaken)
      await mustFit(ctx, body)
      return async () => {
        const giveBack = await countInvitations(ctx)
        const hash = async () => (password === undefined ? null : hashPassword(password, ctx.tenant.id))
        return { giveBack, password_hash: await orGiveBack(giveBack, hash) }
      }
    },

    async handle(ctx, { body }, { giveBack, password_hash }) {
      afterRollback(ctx.db, giveBack)
      const { full_name, email, job_title, department, role } = body
      const manager_id = body.manager ? (await mustBeManager(ctx, { id: body.manager, field: 'manager' })).id : null
      const person = await addInvited(ctx, { full_name, email, job_title, department, role, password_hash, manager_id })
      if (!person) throw invalid(emailTaken)
      if (manager_id) await recordAssignments(ctx, [{ ...person, previous: null, manager: manager_id }])
      return asEmployee(person)
    },
  }),

  async update(ctx, { params, body }) {
    const person = await employeeToChange(ctx, params.employee_id)
    if (body.role !== person.role) {
      ctx.services.channels.revalidate(ctx, person.id)
      await leaveRole(ctx, person)
    }
    const { full_name, job_title, department, role } = body
    const shown = await ctx.db
      .updateTable('people')
      .set({ full_name, job_title, department, role })
      .where('id', '=', person.id)
      .returning(fields)
      .returning(invitationExpiry(ctx))
      .executeTakeFirstOrThrow()
    if (role !== person.role) {
      await recordRole(ctx, person, role)
      await tellOfChangedHr(ctx, { ...person, full_name, role }, 'role')
    }
    changed(ctx, { people: [person.id], models: ['me'] })
    changed(ctx, staff)
    changed(ctx, listed)
    if (person.manager_id) changed(ctx, { people: [person.manager_id], models: ['developers'] })
    if (full_name !== person.full_name) changed(ctx, wherePeopleAppear)
    return asEmployee(shown)
  },

  async remove(ctx, { params }) {
    await leaveWorkspace(ctx, await employeeToChange(ctx, params.employee_id))
    return undefined
  },

  resendInvitation: slow({
    async before(ctx, { params }) {
      const { id } = await findInvited(ctx, params.employee_id)
      return () => countResending(ctx, id)
    },

    async handle(ctx, { params }, giveBack) {
      return resendInvitation(ctx, await invitedToChange(ctx, params.employee_id), giveBack)
    },
  }),

  correctEmail: slow({
    async before(ctx, { params, body }) {
      const { id } = await findInvited(ctx, params.employee_id)
      if (await isTaken(ctx, body.email, id)) throw invalid(emailTaken)
      return () => countResending(ctx, id)
    },

    async handle(ctx, { params, body }, giveBack) {
      const person = await invitedToChange(ctx, params.employee_id)
      if (!(await correctEmail(ctx, person, { ...body, giveBack }))) throw invalid(emailTaken)
      const shown = activeEmployees(ctx).select(fields).select(invitationExpiry(ctx)).where('id', '=', person.id)
      return asEmployee(await shown.executeTakeFirstOrThrow())
    },
  }),

  invitationLink: slow({
    async before(ctx, { params }) {
      const { id } = await findInvited(ctx, params.employee_id)
      return () => countLink(ctx, id)
    },

    async handle(ctx, { params }) {
      return handOverLink(ctx, await invitedToChange(ctx, params.employee_id))
    },
  }),
}

export const employeeProblems: Judges<Api['employees']> = {
  async create(ctx, { body }) {
    const { email = '', role, manager } = body
    const problems = await problemsIn(role !== undefined && mustFit(ctx, { role, manager }))
    return { ...problems, ...((await isTaken(ctx, email)) && emailTaken) }
  },

  async update(ctx, { params, body }) {
    const person = await employeeToChange(ctx, params.employee_id)
    return problemsIn(body.role !== undefined && body.role !== person.role && mustHaveNoOpenSubtasks(ctx, person))
  },

  async correctEmail(ctx, { params, body }) {
    const { id } = await findInvited(ctx, params.employee_id)
    return (await isTaken(ctx, body.email ?? '', id)) ? emailTaken : {}
  },
}

/** Refuses a project manager who can't have this new person. */
async function mustFit(ctx: Ctx, { role, manager }: { role: string; manager?: number | null | undefined }) {
  if (!manager) return
  if (role !== 'developer') throw invalid({ manager: ['Only developers are assigned to a project manager.'] })
  await mustLookLikeManager(ctx, { id: manager, field: 'manager' })
}

/** The people whom the tenant admin manages: everybody active except the tenant admins. */
const activeEmployees = ({ db }: Ctx) => db.selectFrom('people').where('is_active', '=', true).where('role', 'in', employeeRoles)

/** Matches each word of the search in a person's name, e-mail, job title or department, ignoring case and accents like the web app. */
const hasEveryWord = (search: string) => {
  const known = sql`full_name || ' ' || email || ' ' || job_title || ' ' || department`
  return sql<boolean>`folded(${known}) like all (${wordPatterns(search)})`
}

async function findInvited(ctx: Ctx, id: number) {
  const person = await activeEmployees(ctx).select(['id', 'accepted_at']).where('id', '=', id).executeTakeFirst()
  if (!person) throw notFound()
  return mustBeInvited(person)
}

const invitedToChange = async (ctx: Ctx, id: number) => mustBeInvited(await employeeToChange(ctx, id))

/** Refuses a tenant admin, who is no employee. */
async function employeeToChange(ctx: Ctx, id: number) {
  const person = await lockPerson(ctx, id)
  if (!person) throw notFound()
  if (person.role === 'tenant_admin') throw refused('The workspace administrator cannot be changed here.')
  return person
}

/**
 * Locks the person, so that nobody gives them work concurrently. The lock allows foreign-key references, because assigning a
 * subtask would otherwise deadlock with it.
 */
export const lockPerson = ({ db }: Ctx, id: number) =>
  db
    .selectFrom('people')
    .select([...fields, 'manager_id'])
    .where('is_active', '=', true)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
