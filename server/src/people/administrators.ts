import { type Administrator, type Api, homeOf, roleNames } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { afterRollback, byName, type Db, sql } from '../kit/db/db.ts'
import { forbidden, invalid, notFound, refused } from '../kit/errors.ts'
import { type Handlers, type Judges, slow } from '../kit/http/pipeline.ts'
import {
  administratorDeleted,
  administratorInvited,
  administratorMade,
  administratorSteppedDown,
  ownerMade,
  roleGiven,
} from '../notifications/messages.ts'
import { type Notifier, notify } from '../notifications/notify.ts'
import { changed } from '../realtime/changed.ts'
import { record, recordRole } from '../security-log/record.ts'
import { listed, staff } from './audiences.ts'
import { asEmployee, fields, invitationExpiry } from './employee-rows.ts'
import { lockPerson } from './employees.ts'
import { tellOfNewHr } from './hr-accounts.ts'
import { countInvitations } from './invitation-limit.ts'
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
import { leaveRole, leaveWorkspace } from './leaving.ts'
import { isWrong, ownPassword } from './own-password.ts'
import { mustBeOwner } from './owner.ts'

const emailTaken = { email: ['Somebody in this workspace already has this email.'] }
const wrongPassword = () => invalid({ password: [isWrong] })

export const administrators: Handlers<Api['administrators']> = {
  async list(ctx) {
    const rows = await activeAdministrators(ctx.db)
      .select(columns)
      .select(invitationExpiry(ctx))
      .orderBy('is_owner', 'desc')
      .orderBy(byName('full_name'))
      .orderBy('id')
      .execute()
    return rows.map(asAdministrator)
  },

  invite: slow({
    async before(ctx, { body }) {
      if (await isTaken(ctx, body.email)) throw invalid(emailTaken)
      return () => countInvitations(ctx)
    },

    async handle(ctx, { body: { full_name, email } }, giveBack) {
      afterRollback(ctx.db, giveBack)
      const person = await addInvited(ctx, { full_name, email, role: 'tenant_admin' })
      if (!person) throw invalid(emailTaken)
      await notifyAdministrators(ctx, administratorInvited(ctx.me.name, full_name), { except: [person.id] })
      return asAdministrator({ ...person, is_owner: false })
    },
  }),

  async promote(ctx, { body }) {
    const { db, me, tenant, services } = ctx
    const person = await employeeToPromote(ctx, body.employee)
    services.channels.revalidate(ctx, person.id)
    await leaveRole(ctx, person, { field: 'employee' })
    const shown = await db
      .updateTable('people')
      .set({ role: 'tenant_admin' })
      .where('id', '=', person.id)
      .returning(columns)
      .returning(invitationExpiry(ctx))
      .executeTakeFirstOrThrow()
    await recordRole(ctx, person, 'tenant_admin')
    await services.jobs.enqueue(db, 'mail', { template: 'promotion', tenant_id: tenant.id, person_id: person.id, by_id: me.id })
    await notify(ctx, { to: [person.id], ...administratorMade(me.name, 'you') })
    await notifyAdministrators(ctx, administratorMade(me.name, person.full_name), { except: [person.id] })
    changed(ctx, { people: [person.id], models: ['me'] })
    changed(ctx, staff)
    changed(ctx, listed)
    return asAdministrator(shown)
  },

  async remove(ctx, { params }) {
    const { caller, person } = await administratorToChange(ctx, params.administrator_id)
    mustBeOwner({ me: caller })
    mustNotOwn(person, 'be deleted')
    await leaveWorkspace(ctx, person)
    await notifyAdministrators(ctx, administratorDeleted(ctx.me.name, person.full_name), { except: [person.id] })
    return undefined
  },

  async stepDown(ctx, { params, body: { role, job_title, department } }) {
    const { db, me, services } = ctx
    const { caller, person } = await administratorToChange(ctx, params.administrator_id)
    if (person.id !== me.id) mustBeOwner({ me: caller })
    mustNotOwn(person, 'step down')
    services.channels.revalidate(ctx, person.id)
    const shown = await db
      .updateTable('people')
      .set({ role, job_title, department })
      .where('id', '=', person.id)
      .returning(fields)
      .returning(invitationExpiry(ctx))
      .executeTakeFirstOrThrow()
    await recordRole(ctx, { ...person, role: 'tenant_admin' }, role)
    await notify(ctx, { to: [person.id], ...roleGiven(me.name, roleNames[role]), link: homeOf(role) })
    await tellOfNewHr(ctx, [{ ...person, role }])
    await notifyAdministrators(ctx, administratorSteppedDown(person.full_name), { except: [person.id] })
    changed(ctx, { people: [person.id], models: ['me'] })
    changed(ctx, staff)
    changed(ctx, listed)
    return asEmployee(shown)
  },

  makeOwner: slow({
    async before(ctx, { params, body }) {
      const person = await findAdministrator(ctx, params.administrator_id)
      mustBeOwner(ctx)
      mustBeAbleToOwn(person)
      return ownPassword(ctx, body.password)
    },

    async handle(ctx, { params }, stored) {
      if (stored === null) return wrongPassword()
      const { caller, person } = await administratorToChange(ctx, params.administrator_id)
      mustBeOwner({ me: caller })
      mustBeAbleToOwn(person)
      if (caller.password_hash !== stored) return wrongPassword()
      return asAdministrator(await giveOwnership(ctx, person))
    },
  }),

  resendInvitation: slow({
    async before(ctx, { params }) {
      const { id } = mustBeInvited(await findAdministrator(ctx, params.administrator_id))
      return () => countResending(ctx, id)
    },

    async handle(ctx, { params }, giveBack) {
      const { person } = await administratorToChange(ctx, params.administrator_id)
      return resendInvitation(ctx, mustBeInvited(person), giveBack)
    },
  }),

  correctEmail: slow({
    async before(ctx, { params, body }) {
      const { id } = mustBeInvited(await findAdministrator(ctx, params.administrator_id))
      if (await isTaken(ctx, body.email, id)) throw invalid(emailTaken)
      return () => countResending(ctx, id)
    },

    async handle(ctx, { params, body }, giveBack) {
      const { person } = await administratorToChange(ctx, params.administrator_id)
      if (!(await correctEmail(ctx, mustBeInvited(person), { ...body, giveBack }))) throw invalid(emailTaken)
      const shown = activeAdministrators(ctx.db).select(columns).select(invitationExpiry(ctx)).where('id', '=', person.id)
      return asAdministrator(await shown.executeTakeFirstOrThrow())
    },
  }),

  invitationLink: slow({
    async before(ctx, { params }) {
      const { id } = mustBeInvited(await findAdministrator(ctx, params.administrator_id))
      return () => countLink(ctx, id)
    },

    async handle(ctx, { params }) {
      const { person } = await administratorToChange(ctx, params.administrator_id)
      return handOverLink(ctx, mustBeInvited(person))
    },
  }),
}

export const administratorProblems: Judges<Api['administrators']> = {
  invite: async (ctx, { body }) => ((await isTaken(ctx, body.email ?? '')) ? emailTaken : {}),
  async correctEmail(ctx, { params, body }) {
    const { id } = mustBeInvited(await findAdministrator(ctx, params.administrator_id))
    return (await isTaken(ctx, body.email ?? '', id)) ? emailTaken : {}
  },
}

const columns = [
  'id',
  'full_name',
  'email',
  'is_owner',
  'accepted_at',
  'date_joined',
  'has_second_factor',
  'undeliverable_at',
] as const

type Row = Omit<Administrator, 'invitation_status' | 'is_undeliverable'> & {
  accepted_at: string | null
  undeliverable_at: string | null
}

const asAdministrator = ({ accepted_at, undeliverable_at, ...person }: Row) => ({
  ...person,
  is_undeliverable: undeliverable_at !== null,
  invitation_status: accepted_at ? ('accepted' as const) : ('pending' as const),
})

const activeAdministrators = (db: Db) => db.selectFrom('people').where('role', '=', 'tenant_admin').where('is_active', '=', true)

async function findAdministrator({ db }: Ctx, id: number) {
  const person = await activeAdministrators(db).select(columns).where('id', '=', id).executeTakeFirst()
  if (!person) throw notFound()
  return person
}

/** Locks the caller and an administrator in the order of their ids: two who act on each other would deadlock otherwise. */
async function administratorToChange({ db, me }: Ctx, id: number) {
  const locked = await activeAdministrators(db)
    .select([...fields, 'is_owner', 'manager_id', 'password_hash'])
    .where('id', '=', sql<number>`any(${[me.id, id]})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const [caller, person] = [locked.find((row) => row.id === me.id), locked.find((row) => row.id === id)]
  if (!caller) throw forbidden()
  if (!person) throw notFound()
  return { caller, person }
}

async function employeeToPromote(ctx: Ctx, id: number) {
  const person = await lockPerson(ctx, id)
  if (!person) throw invalid({ employee: ['Choose an employee of this workspace.'] })
  if (person.role === 'tenant_admin') throw invalid({ employee: [`${person.full_name} is an administrator already.`] })
  return person
}

function mustNotOwn({ is_owner }: { is_owner: boolean }, act: string) {
  if (is_owner) throw refused(`The owner of the workspace cannot ${act}: the ownership must be transferred first.`)
}

function mustBeAbleToOwn({ full_name, is_owner, accepted_at }: Pick<Row, 'full_name' | 'is_owner' | 'accepted_at'>) {
  if (is_owner) throw refused('You already own this workspace.')
  if (!accepted_at) throw refused(`${full_name} has not accepted the invitation yet.`)
}

/** The caller must be the owner and locked, so that no other transfer begins. */
async function giveOwnership(ctx: Ctx, { id, full_name }: { id: number; full_name: string }) {
  const { db, me, tenant, services } = ctx
  // One after the other, because a unique index allows one owner at any moment.
  await db.updateTable('people').set({ is_owner: false }).where('id', '=', me.id).execute()
  const owner = await db
    .updateTable('people')
    .set({ is_owner: true })
    .where('id', '=', id)
    .returning(columns)
    .returning(invitationExpiry(ctx))
    .executeTakeFirstOrThrow()
  const mail = { tenant_id: tenant.id, owner_id: id, former_id: me.id }
  await services.jobs.enqueueAll(db, 'mail', [
    { template: 'ownership', ...mail },
    { template: 'former_ownership', ...mail },
  ])
  await record(ctx, 'ownership_transferred', { about: full_name })
  await notify(ctx, { to: [id], ...ownerMade(me.name, 'you') })
  await notifyAdministrators(ctx, ownerMade(me.name, full_name), { except: [id] })
  changed(ctx, { people: [me.id, id], models: ['me'] })
  changed(ctx, staff)
  return owner
}

/**
 * The active tenant admins, the owner first. They may pay for the workspace and are notified of what concerns all of it.
 * An invitation may have gone to a mistyped address, so those who have not accepted theirs are left out, except the owner.
 */
export const administratorsOf = (db: Db) =>
  activeAdministrators(db)
    .select(['id', 'full_name', 'email'])
    .where(({ or, eb }) => or([eb('accepted_at', 'is not', null), eb('is_owner', '=', true)]))
    .orderBy('is_owner', 'desc')
    .orderBy('id')
    .execute()

/**
 * Notifies these tenant admins, and returns their ids. The notification may concern some of them, whom the caller tells in other words
 * or not at all: `except`.
 */
export async function notifyAdministrators(
  notifier: Notifier,
  notification: { message: string; link: string },
  { except = [] }: { except?: readonly number[] } = {},
) {
  const to = (await administratorsOf(notifier.db)).map(({ id }) => id).filter((id) => !except.includes(id))
  await notify(notifier, { to, ...notification })
  return to
}
