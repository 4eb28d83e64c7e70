import { type Api, employeeRoles } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { countAll, sql } from '../kit/db/db.ts'
import { invalid, notFound, problemsIn, refused, tooMany } from '../kit/errors.ts'
import { pageOf, wordPatterns } from '../kit/http/paging.ts'
import { type Handlers, type Judges, slow } from '../kit/http/pipeline.ts'
import type { Limit } from '../kit/security/limits.ts'
import { hashPassword } from '../kit/security/passwords.ts'
import { developerTaken } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { deletePicture } from '../pictures/pictures.ts'
import { changed } from '../realtime/changed.ts'
import { recordAssignments } from './assign.ts'
import { staff, wherePeopleAppear } from './audiences.ts'
import { asEmployee, emailTaken, fields, invitationExpiry } from './employee-rows.ts'
import { countInvitations, countOnCommit, duration, orGiveBack } from './invitation-limit.ts'
import { deletePrivateViews, endMemberships, openSubtasksOf, stopManaging, unassignOpenWork } from './leaving.ts'
import { endLinks, openInvitation, pathOfLink, sendLink } from './links.ts'
import { mustBeManager, mustLookLikeManager } from './read.ts'
import { endSessionsOf } from './sessions.ts'

const minute = 60
const day = 24 * 60 * 60
/** Per person. */
const limits = {
  invitation: { minute: { max: 1, seconds: minute }, day: { max: 10, seconds: day } },
  // Copying a link sends no mail, and people repeat it when the clipboard is overwritten.
  'invitation link': { minute: { max: 6, seconds: minute }, day: { max: 30, seconds: day } },
} as const satisfies Record<string, Record<string, Limit>>

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
        .orderBy(sql`lower(full_name)`)
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
        const hash = async () => (password === undefined ? null : hashPassword(password))
        return { giveBack, password_hash: await orGiveBack(giveBack, hash) }
      }
    },

    async handle(ctx, { body }, { giveBack, password_hash }) {
      countOnCommit(ctx.db, giveBack)
      const { full_name, email, job_title, department, role } = body
      const manager_id = body.manager ? (await mustBeManager(ctx, { id: body.manager, field: 'manager' })).id : null
      const person = await ctx.db
        .insertInto('people')
        .values({ full_name, email, job_title, department, role, password_hash, manager_id })
        // A literal, because a generic plan can't match a partial index with a parameter.
        .onConflict((conflict) => conflict.columns(['tenant_id', 'email']).where('is_active', '=', sql.lit(true)).doNothing())
        .returning(fields)
        .executeTakeFirst()
      if (!person) throw invalid(emailTaken)
      const { expires_at } = await sendLink(ctx, person.id, 'invitation')
      changed(ctx, staff)
      if (manager_id) await recordAssignments(ctx, [{ ...person, previous: null, manager: manager_id }])
      return asEmployee({ ...person, invitation_expires_at: expires_at })
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
    changed(ctx, { people: [person.id], models: ['me'] })
    changed(ctx, staff)
    if (person.manager_id) changed(ctx, { people: [person.manager_id], models: ['developers'] })
    if (full_name !== person.full_name) changed(ctx, wherePeopleAppear)
    return asEmployee(shown)
  },

  async remove(ctx, { params }) {
    const person = await employeeToChange(ctx, params.employee_id)
    await stopManaging(ctx, person, 'deleted')
    await endMemberships(ctx, person.id)
    await unassignOpenWork(ctx, { person_id: person.id })
    await deletePrivateViews(ctx, person.id)
    await deletePicture(ctx, person.id)
    await endLinks(ctx, person.id)
    await endSessionsOf(ctx, person.id)
    await notifyManager(ctx, person)
    changed(ctx, wherePeopleAppear)
    await ctx.db.updateTable('people').set({ is_active: false, manager_id: null }).where('id', '=', person.id).execute()
    return undefined
  },

  resendInvitation: slow({
    async before(ctx, { params }) {
      const { id } = await findInvited(ctx, params.employee_id)
      const message = (wait: string) => `Please wait ${wait} before you send this person another invitation.`
      return async () => {
        const giveBack = await countInvitations(ctx)
        await orGiveBack(giveBack, () => countAttempt(ctx, 'invitation', id, message))
        return giveBack
      }
    },

    async handle(ctx, { params }, giveBack) {
      countOnCommit(ctx.db, giveBack)
      const { id } = await invitedToChange(ctx, params.employee_id)
      await sendLink(ctx, id, 'invitation')
      changed(ctx, staff)
      return { detail: 'Invitation resent successfully.' }
    },
  }),

  invitationLink: slow({
    async before(ctx, { params }) {
      const { id } = await findInvited(ctx, params.employee_id)
      return () => countAttempt(ctx, 'invitation link', id, (wait) => `Please wait ${wait} before you copy this link again.`)
    },

    async handle(ctx, { params }) {
      const { id: person_id } = await invitedToChange(ctx, params.employee_id)
      const { id: link_id, key, expires_at } = await openInvitation(ctx, person_id)
      changed(ctx, staff)
      const { tenant, services, log } = ctx
      log.info({ tenant_id: tenant.id, person_id, link_id }, 'invitation link handed over')
      const path = pathOfLink(services.tokens, { tenant_id: tenant.id, person_id, key }, 'handed_over')
      return { link: services.config.workspaceUrl(tenant.subdomain) + path, expires_at }
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
}

/** Refuses a project manager who can't have this new person. */
async function mustFit(ctx: Ctx, { role, manager }: { role: string; manager?: number | null | undefined }) {
  if (!manager) return
  if (role !== 'developer') throw invalid({ manager: ['Only developers are assigned to a project manager.'] })
  await mustLookLikeManager(ctx, { id: manager, field: 'manager' })
}

/** The people whom the tenant admin manages: everybody active except the tenant admin. */
const activeEmployees = ({ db }: Ctx) => db.selectFrom('people').where('is_active', '=', true).where('role', 'in', employeeRoles)

/** Matches each word of the search in a person's name, e-mail, job title or department, ignoring case and accents like the web app. */
const hasEveryWord = (search: string) => {
  const known = sql`full_name || ' ' || email || ' ' || job_title || ' ' || department`
  const folded = sql`lower(regexp_replace(normalize(${known}, nfkd), '[\\u0300-\\u036f]', '', 'g'))`
  return sql<boolean>`${folded} like all (${wordPatterns(search)})`
}

const isTaken = async ({ db }: Ctx, email: string) =>
  (await db.selectFrom('people').select('id').where('email', '=', email).where('is_active', '=', true).executeTakeFirst()) !==
  undefined

async function findInvited(ctx: Ctx, id: number) {
  const person = await activeEmployees(ctx).select(['id', 'accepted_at']).where('id', '=', id).executeTakeFirst()
  if (!person) throw notFound()
  return mustBeInvited(person)
}

const invitedToChange = async (ctx: Ctx, id: number) => mustBeInvited(await employeeToChange(ctx, id))

function mustBeInvited<Person extends { accepted_at: string | null }>(person: Person) {
  if (person.accepted_at) throw refused('This person has already accepted the invitation.')
  return person
}

/** Counts an invitation or link for this person, and refuses it with the time to wait if there were too many. */
async function countAttempt(
  { tenant, services }: Ctx,
  kind: keyof typeof limits,
  person_id: number,
  message: (wait: string) => string,
) {
  for (const [span, limit] of Object.entries(limits[kind])) {
    const wait = await services.limits.take(`${kind} ${tenant.id} ${person_id} ${span}`, limit)
    if (wait) throw tooMany(wait, message(duration(wait)))
  }
}

/**
 * Locks the person, so that nobody gives them work concurrently. The lock allows foreign-key references, because assigning a
 * subtask would otherwise deadlock with it. Refuses the tenant admin, who is no employee.
 */
async function employeeToChange({ db }: Ctx, id: number) {
  const person = await db
    .selectFrom('people')
    .select([...fields, 'manager_id'])
    .where('is_active', '=', true)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!person) throw notFound()
  if (person.role === 'tenant_admin') throw refused('The workspace administrator cannot be changed here.')
  return person
}

/** Refuses a change of role while a developer has open subtasks. */
async function mustHaveNoOpenSubtasks(ctx: Ctx, { id, role }: { id: number; role: string }) {
  const open = role === 'developer' ? await openSubtasksOf(ctx, id) : 0
  if (open)
    throw invalid({
      role: [`This developer still has ${open} open ${open === 1 ? 'subtask' : 'subtasks'}, which must be reassigned first.`],
    })
}

/** Ends what depends on the role: managed developers, memberships and open work. */
async function leaveRole(ctx: Ctx, person: { id: number; role: string; full_name: string; manager_id: number | null }) {
  if (person.role === 'project_manager') {
    await stopManaging(ctx, person, 'given another role')
    // The rest of it is in inactive projects.
    await unassignOpenWork(ctx, { person_id: person.id })
    changed(ctx, wherePeopleAppear)
  }
  if (person.role === 'developer') {
    await endMemberships(ctx, person.id)
    await mustHaveNoOpenSubtasks(ctx, person)
    await unassignOpenWork(ctx, { person_id: person.id })
    await notifyManager(ctx, person)
    changed(ctx, wherePeopleAppear)
    await ctx.db.updateTable('people').set({ manager_id: null }).where('id', '=', person.id).execute()
  }
}

async function notifyManager(ctx: Ctx, { full_name, manager_id }: { full_name: string; manager_id: number | null }) {
  if (!manager_id) return
  await notify(ctx, { to: [manager_id], ...developerTaken(full_name) })
  changed(ctx, { people: [manager_id], models: ['developers'] })
}
