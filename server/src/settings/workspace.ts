import { type Api, type FirstDay, signupMessages, type WorkspaceChange, workspaceMessages, workspaceRoles } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { duplicateIn } from '../kit/db/db.ts'
import { invalid, mustHaveNone, type Problems } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { changed } from '../realtime/changed.ts'
import { record } from '../security-log/record.ts'
import { isTaken, isTimezone, nameKeyOf } from '../tenants/rules.ts'

export const settings: Handlers<Api['settings']> = {
  async get({ db, tenant }) {
    return db.selectFrom('tenants').select(fields).where('id', '=', tenant.id).executeTakeFirstOrThrow()
  },

  async update(ctx, { body }) {
    const { db, tenant, services } = ctx
    const own = db.selectFrom('tenants').select(fields).where('id', '=', tenant.id)
    // A new name needs this lock. Taken later, it would wait for a row that refers to the tenant, whose author could wait for this.
    const before = await own.forUpdate().executeTakeFirstOrThrow()
    const changes = differing(body, before)
    if (!Object.keys(changes).length) return before
    if (changes.timezone !== undefined) mustHaveNone(await timezoneProblems(ctx, changes))
    if (changes.requires_second_factor) mustHaveNone(await secondFactorProblems(ctx, changes))
    // Today may be another day there, which can be later than the last one that is paid for.
    if (changes.timezone !== undefined || changes.requires_second_factor) services.channels.revalidate(ctx, 'everybody')
    const after = await db
      .updateTable('tenants')
      .set({ ...changes, ...(changes.name !== undefined && { name_key: nameKeyOf(changes.name) }) })
      .where('id', '=', tenant.id)
      .returning(fields)
      .executeTakeFirstOrThrow()
      .catch(refuseTakenName)
    await record(ctx, 'settings_changed', { about: inWords(changes) })
    changed(ctx, { roles: workspaceRoles, models: ['me'] })
    // What is late, and what is due this week.
    if (changes.timezone !== undefined || changes.first_day !== undefined)
      changed(ctx, { roles: workspaceRoles, models: ['health'] })
    return after
  },
}

export const settingsProblems: Judges<Api['settings']> = {
  update: async (ctx, { body }) => ({
    ...(await nameProblems(ctx, body)),
    ...(await timezoneProblems(ctx, body)),
    ...(await secondFactorProblems(ctx, body)),
  }),
}

const fields = ['name', 'subdomain', 'timezone', 'first_day', 'accent', 'requires_second_factor'] as const

/** The part of a change that is one. */
const differing = (change: WorkspaceChange, before: WorkspaceChange): WorkspaceChange =>
  Object.fromEntries(Object.entries(change).filter(([key, value]) => value !== before[key as keyof WorkspaceChange]))

const labels = {
  name: 'Name',
  timezone: 'Time zone',
  first_day: 'First day of the week',
  accent: 'Accent colour',
  requires_second_factor: 'Second factor',
} as const

const dayNames = { 0: 'Sunday', 1: 'Monday', 6: 'Saturday' } as const satisfies Record<FirstDay, string>

/** The name of a value on screen. */
function wordFor(key: string, value: WorkspaceChange[keyof WorkspaceChange]) {
  if (key === 'requires_second_factor') return value ? 'required' : 'not required'
  return key === 'first_day' ? dayNames[value as FirstDay] : value
}

const inWords = (changes: WorkspaceChange) =>
  Object.entries(changes)
    .map(([key, value]) => `${labels[key as keyof WorkspaceChange]}: ${wordFor(key, value)}`)
    .join(', ')

const taken = { name: [signupMessages.name_taken] }

/** The problem of a name that another workspace has. */
async function nameProblems({ tenant, services }: Ctx, { name }: Partial<WorkspaceChange>) {
  const key = name === undefined ? nameKeyOf(tenant.name) : nameKeyOf(name)
  if (key === nameKeyOf(tenant.name)) return {}
  return (await services.onPlatform((db) => isTaken(db, 'name_key', key))) ? taken : {}
}

async function timezoneProblems({ db }: Ctx, { timezone }: Partial<WorkspaceChange>) {
  const isKnown = timezone === undefined || (await isTimezone(db, timezone))
  return isKnown ? {} : { timezone: [workspaceMessages.timezone_unknown] }
}

/** Somebody who requires a second factor of others has one: they would be the first to be locked out. */
async function secondFactorProblems(
  { db, me, tenant }: Ctx,
  { requires_second_factor }: Partial<WorkspaceChange>,
): Promise<Problems> {
  if (!requires_second_factor || tenant.requires_second_factor) return {}
  const own = db.selectFrom('people').select('has_second_factor').where('id', '=', me.id)
  const { has_second_factor } = await own.executeTakeFirstOrThrow()
  return has_second_factor ? {} : { requires_second_factor: [workspaceMessages.second_factor_first] }
}

/** Turns a violation of the unique index into a refusal. It alone sees the names of other workspaces, and decides between two at once. */
function refuseTakenName(error: unknown): never {
  throw duplicateIn(error) === 'tenants_name_key_key' ? invalid(taken) : error
}
