// The types of leave, and their rules year by year: docs/decisions/073-leave.md
import { type Api, type LeaveType, leaveTypeProblems, mostLeaveTypes, workspaceRoles } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { byName, countAll, duplicateIn, sql } from '../kit/db/db.ts'
import { lockWorkspace } from '../kit/db/locks.ts'
import { invalid, mustHaveNone, notFound, type Problems, refused } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { lockPeople, settle } from '../ledger/settle.ts'
import { changed } from '../realtime/changed.ts'
import { approvalOf } from './deciders.ts'

const counted = { allowance: null, carry_limit: null, carry_until: null }
const common = { needs_approval: true, allows_half_days: true, proof: 'none' } as const

/** The types that a workspace begins with. Amounts are half days. */
export const firstTypes = [
  { ...common, name: 'Holiday', color: 'teal', rules: { allowance: 50, carry_limit: 10, carry_until: '03-31' } },
  { ...common, name: 'Sickness', color: 'rose', needs_approval: false, rules: counted },
  { ...common, name: 'Parental leave', color: 'iris', allows_half_days: false, proof: 'document', rules: counted },
  { ...common, name: 'Unpaid leave', color: 'slate', proof: 'note', rules: counted },
] as const

export const leaveTypes: Handlers<Api['leaveTypes']> = {
  async list(ctx) {
    return readTypes(ctx)
  },

  async setUp(ctx) {
    await lockWorkspace(ctx)
    const { count } = await ctx.db.selectFrom('leave_types').select(countAll).executeTakeFirstOrThrow()
    if (count > 0) throw refused(leaveTypeProblems.isSetUp)
    for (const { rules, ...type } of firstTypes) {
      const { id } = await ctx.db.insertInto('leave_types').values(type).returning('id').executeTakeFirstOrThrow()
      await ctx.db
        .insertInto('leave_policies')
        .values({ type_id: id, year: yearOf(ctx), granted: 'yearly', ...rules })
        .execute()
    }
    await settleAll(ctx)
    typesChanged(ctx)
    return readTypes(ctx)
  },

  async create(ctx, { body: { policy, ...type } }) {
    await lockWorkspace(ctx)
    const { count } = await ctx.db.selectFrom('leave_types').select(countAll).executeTakeFirstOrThrow()
    if (count >= mostLeaveTypes) throw refused(leaveTypeProblems.tooMany)
    const { id } = await ctx.db
      .insertInto('leave_types')
      .values(type)
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseTakenName)
    await ctx.db
      .insertInto('leave_policies')
      .values({ type_id: id, year: yearOf(ctx), ...policy })
      .execute()
    await settleAll(ctx, id)
    typesChanged(ctx)
    return readType(ctx, id)
  },

  async update(ctx, { params, body }) {
    const { id } = await findType(ctx, params.leave_type_id)
    mustHaveNone(await nameProblems(ctx, body.name, id))
    if (Object.keys(body).length)
      await ctx.db.updateTable('leave_types').set(body).where('id', '=', id).execute().catch(refuseTakenName)
    typesChanged(ctx)
    return readType(ctx, id)
  },

  async setPolicy(ctx, { params, body }) {
    await lockWorkspace(ctx)
    const { id } = await findType(ctx, params.leave_type_id)
    await ctx.db
      .insertInto('leave_policies')
      .values({ type_id: id, year: params.year, ...body })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'type_id', 'year']).doUpdateSet(body))
      .execute()
    await settleAll(ctx, id, params.year)
    typesChanged(ctx)
    return readType(ctx, id)
  },

  async removePolicy(ctx, { params }) {
    await lockWorkspace(ctx)
    const { id } = await findType(ctx, params.leave_type_id)
    const policies = ctx.db.selectFrom('leave_policies').select('year').where('type_id', '=', id)
    const years = (await policies.execute()).map(({ year }) => year)
    if (!years.includes(params.year)) throw notFound()
    if (years.length === 1) throw refused(leaveTypeProblems.lastPolicy)
    await ctx.db.deleteFrom('leave_policies').where('type_id', '=', id).where('year', '=', params.year).execute()
    await settleAll(ctx, id, params.year)
    typesChanged(ctx)
    return readType(ctx, id)
  },

  async settings(ctx) {
    return { approval: await approvalOf(ctx) }
  },

  async changeSettings(ctx, { body }) {
    const { db, tenant } = ctx
    await db.updateTable('tenants').set({ leave_approval: body.approval }).where('id', '=', tenant.id).execute()
    changed(ctx, { roles: ['hr'], models: ['leave_types'] })
    // Pending requests may wait for others now.
    changed(ctx, { roles: workspaceRoles, models: ['leave'] })
    return body
  },
}

export const leaveTypeJudges: Judges<Api['leaveTypes']> = {
  create: async (ctx, { body }) => nameProblems(ctx, body.name),

  async update(ctx, { params, body }) {
    const { id } = await findType(ctx, params.leave_type_id)
    return nameProblems(ctx, body.name, id)
  },

  async setPolicy(ctx, { params }) {
    await findType(ctx, params.leave_type_id)
    return {}
  },
}

const yearOf = ({ tenant }: Ctx) => Number(tenant.today.slice(0, 4))

/** Settles the ledgers of everybody, of one type or of all, from a year on or in all years. */
async function settleAll(ctx: Ctx, type?: number, fromYear?: number) {
  await lockPeople(ctx.db)
  await settle(ctx, { ...(type !== undefined && { types: [type] }), fromYear, cause: 'The rules have changed' })
}

const typesChanged = (ctx: Ctx) => changed(ctx, { roles: workspaceRoles, models: ['leave', 'leave_types'] })

const fields = ['id', 'name', 'color', 'needs_approval', 'allows_half_days', 'proof', 'is_archived'] as const

async function readTypes({ db }: Pick<Ctx, 'db'>): Promise<LeaveType[]> {
  const types = await db.selectFrom('leave_types').select(fields).orderBy('is_archived').orderBy(byName('name')).execute()
  const policies = await db
    .selectFrom('leave_policies')
    .select(['type_id', 'year', 'allowance', 'granted', 'carry_limit', 'carry_until', 'overdraft'])
    .orderBy('year')
    .execute()
  const byType = Map.groupBy(policies, ({ type_id }) => type_id)
  return types.map(
    (type): LeaveType => ({ ...type, policies: (byType.get(type.id) ?? []).map(({ type_id: _, ...policy }) => policy) }),
  )
}

async function readType(ctx: Ctx, id: number) {
  return (await readTypes(ctx)).find((type) => type.id === id) ?? Promise.reject(notFound())
}

async function findType({ db }: Ctx, id: number) {
  const found = await db.selectFrom('leave_types').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  return found
}

const taken = { name: [leaveTypeProblems.taken] }

/** The problem of a name that another type has. */
async function nameProblems({ db }: Ctx, name: string | undefined, id = 0): Promise<Problems> {
  if (name === undefined) return {}
  const other = await db
    .selectFrom('leave_types')
    .select('id')
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .where('id', '!=', id)
    .executeTakeFirst()
  return other ? taken : {}
}

function refuseTakenName(error: unknown): never {
  throw duplicateIn(error) === 'leave_types_name' ? invalid(taken) : error
}
