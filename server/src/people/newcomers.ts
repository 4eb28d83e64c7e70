// People who are added from a list: planned for the preview, and planned again and written by one transaction.
import { type Api, type Employee, type Newcomer, newcomerLabels, roleNames } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { afterRollback, sql } from '../kit/db/db.ts'
import { invalid } from '../kit/errors.ts'
import { type Handlers, slow } from '../kit/http/pipeline.ts'
import { settleNewcomers } from '../ledger/settle.ts'
import { changed } from '../realtime/changed.ts'
import { about, record } from '../security-log/record.ts'
import { recordAssignments } from './assign.ts'
import { listed, staff } from './audiences.ts'
import { asEmployee, emailTaken, fields } from './employee-rows.ts'
import { tellOfNewHr } from './hr-accounts.ts'
import { countInvitations, tooManyInvitations } from './invitation-limit.ts'
import { sendInvitations } from './links.ts'
import { keyOfName, type NewcomerDraft, readPeople } from './people-list.ts'

const mostReported = 100

export const newcomers: Handlers<Api['newcomers']> = {
  async preview(ctx, { body }) {
    const { drafts, ignored } = await planOf(ctx, body.text)
    const people = drafts.map((draft): Newcomer => {
      const { role, role_text, managed_by: _, ...rest } = draft
      return { ...rest, role: role ? roleNames[role] : role_text }
    })
    const wrong = drafts.filter(({ problems }) => problems.length).length
    return { people, wrong, refusal: tooManyInvitations(ctx, drafts.length) ?? null, ignored }
  },

  create: slow({
    async before(ctx, { body }) {
      const { drafts } = await planOf(ctx, body.text)
      mustBeRight(drafts)
      const refusal = tooManyInvitations(ctx, drafts.length)
      if (refusal) throw invalid({ text: [refusal] })
      return () => countInvitations(ctx, drafts.length)
    },

    async handle(ctx, { body }, giveBack) {
      afterRollback(ctx.db, giveBack)
      const { drafts } = await planOf(ctx, body.text, { isLocking: true })
      const people = await insertPeople(ctx, mustBeRight(drafts))
      const invitation_expires_at = await sendInvitations(
        ctx,
        [...people.values()].map(({ id }) => id),
      )
      await tellOfNewHr(ctx, [...people.values()])
      for (const { full_name, email, role } of people.values())
        await record(ctx, 'person_invited', { about: about(full_name, email, roleNames[role]) })
      changed(ctx, staff)
      changed(ctx, listed)
      const assigned = [...people.values()].filter(({ manager_id }) => manager_id !== null)
      const moves = assigned.map(({ id, full_name, manager_id }) => ({ id, full_name, previous: null, manager: manager_id }))
      if (moves.length) await recordAssignments(ctx, moves)
      const results = drafts.flatMap(({ email }): Employee[] => {
        const { manager_id: _, ...person } = people.get(email) ?? {}
        return 'id' in person ? [asEmployee({ ...person, invitation_expires_at })] : []
      })
      return { results }
    },
  }),
}

/** A project manager whom a line may name. The id is null for one of the same list. */
type Manager = { id: number | null; full_name: string; email: string }
type Planned = NewcomerDraft & { managed_by: Manager | null }

/** Reads the list and judges its lines against each other and the workspace. */
async function planOf(ctx: Ctx, text: string, { isLocking = false } = {}) {
  const { drafts, ignored } = readPeople(text)
  const known = await knownAddresses(ctx, drafts)
  for (const { email, problems } of drafts) if (known.has(email)) problems.push(taken)
  const ofList = drafts.filter(({ role }) => role === 'project_manager').map((draft): Manager => ({ ...draft, id: null }))
  const managers = [...(await managersOf(ctx, isLocking)), ...ofList]
  const planned = drafts.map((draft): Planned => {
    const found = draft.manager ? managerOf(draft, managers) : null
    if (typeof found !== 'string') return { ...draft, managed_by: found, manager: found?.full_name ?? draft.manager }
    return { ...draft, managed_by: null, problems: [...draft.problems, { field: 'manager', message: found }] }
  })
  return { drafts: planned, ignored }
}

async function knownAddresses({ db }: Ctx, drafts: readonly NewcomerDraft[]) {
  const rows = await db
    .selectFrom('people')
    .select('email')
    .where('email', '=', sql<string>`any(${drafts.map(({ email }) => email)})`)
    .where('is_active', '=', true)
    .execute()
  return new Set(rows.map(({ email }) => email))
}

/** Locks them on demand, so that nobody deletes or demotes them concurrently. */
const managersOf = ({ db }: Ctx, isLocking: boolean) =>
  db
    .selectFrom('people')
    .select(['id', 'full_name', 'email'])
    .where('role', '=', 'project_manager')
    .where('is_active', '=', true)
    .orderBy('id')
    .$if(isLocking, (query) => query.forShare())
    .execute()

/** The project manager whom a line names, or what is wrong with it. */
function managerOf({ manager, role }: NewcomerDraft, managers: readonly Manager[]) {
  if (role && role !== 'developer') return 'Only developers are assigned to a project manager.'
  const key = keyOfName(manager)
  const found = managers.filter(({ email, full_name }) => email === key || keyOfName(full_name) === key)
  if (found.length > 1) return `Several project managers are called “${manager}”. Name this one by email.`
  return found[0] ?? `There is no project manager “${manager}” in this workspace or this list.`
}

/** Refuses the list with a message for each problem, if it has any. */
function mustBeRight(drafts: readonly Planned[]) {
  const messages = drafts.flatMap(({ line, problems }) =>
    problems.map(({ field, message }) => `Line ${line}, ${newcomerLabels[field]}: ${message}`),
  )
  const rest = messages.length - mostReported
  if (rest > 0) messages.splice(mostReported, rest, `There are ${rest} more problems.`)
  if (messages.length) throw invalid({ text: messages })
  return drafts
}

/** Inserts everybody, project managers first, and returns the rows by address. */
async function insertPeople(ctx: Ctx, drafts: readonly Planned[]) {
  const isManager = ({ role }: Planned) => role === 'project_manager'
  const managers = await insertSome(ctx, drafts.filter(isManager), () => null)
  const others = drafts.filter((draft) => !isManager(draft))
  const inserted = await insertSome(ctx, others, ({ managed_by }) =>
    managed_by ? (managed_by.id ?? managers.get(managed_by.email)?.id ?? null) : null,
  )
  const people = new Map([...managers, ...inserted])
  await settleNewcomers(
    ctx,
    [...people.values()].map(({ id }) => id),
  )
  return people
}

async function insertSome({ db }: Ctx, drafts: readonly Planned[], managerIdOf: (draft: Planned) => number | null) {
  const rows = drafts.map((draft) => {
    const { full_name, email, job_title, department } = draft
    return { full_name, email, job_title, department, role: draft.role ?? 'developer', manager_id: managerIdOf(draft) }
  })
  const inserted = rows.length
    ? await db
        .insertInto('people')
        .values(rows)
        // A literal, because a generic plan can't match a partial index with a parameter.
        .onConflict((conflict) => conflict.columns(['tenant_id', 'email']).where('is_active', '=', sql.lit(true)).doNothing())
        .returning([...fields, 'manager_id'])
        .execute()
    : []
  const people = new Map(inserted.map((person) => [person.email, person]))
  // Somebody else has added them meanwhile.
  mustBeRight(drafts.filter(({ email }) => !people.has(email)).map((draft) => ({ ...draft, problems: [taken] })))
  return people
}

const taken = { field: 'email', message: emailTaken.email[0] } as const
