import { hash } from 'node:crypto'
import type { Api } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { type Db, duplicateIn } from '../kit/db/db.ts'
import { forbidden, invalid, notFound, refused } from '../kit/errors.ts'
import { type Handlers, type Judges, slow } from '../kit/http/pipeline.ts'
import { changed } from '../realtime/changed.ts'
import { about, record } from '../security-log/record.ts'
import { staff } from './audiences.ts'
import { addressOf, isAppCode, newKey, periodOf } from './authenticator-apps.ts'
import { tellOfChangedHr } from './hr-accounts.ts'
import { isWrong, ownPassword } from './own-password.ts'
import { optionsToAdd, verifyAdded } from './passkeys.ts'
import { countCodes, dropCodes, renewCodes } from './recovery-codes.ts'
import { appPurpose, asPasskey, authenticatorsOf, secondStep } from './second-step.ts'
import { endSessionsOf } from './sessions.ts'

const setupSeconds = 15 * 60
const mostAuthenticators = 10

const wrongPassword = () => invalid({ password: [isWrong] })
const setupExpired = () => refused('This has taken too long. Please begin again.')

/** Compares the caller's password before the handler runs. A stolen session must not change how its person logs in. */
const withPassword = { before: (ctx: Ctx, { body }: { body: { password: string } }) => ownPassword(ctx, body.password) }

export const secondFactor: Handlers<Api['secondFactor']> = {
  ...secondStep,

  async get({ db, me, tenant }) {
    const authenticators = await authenticatorsOf(db, me.id)
    return {
      authenticators: authenticators.map(({ id, kind, name, created_at, used_at }) => ({ id, kind, name, created_at, used_at })),
      recovery_codes: await countCodes(db, me.id),
      is_required: tenant.requires_second_factor,
    }
  },

  beginApp: slow({
    ...withPassword,
    async handle(ctx, _input, stored) {
      if (stored === null) return wrongPassword()
      await mustHaveRoom(ctx)
      const { tenant, me, services } = ctx
      const key = newKey()
      const at = tenant.id === 0 ? services.config.domain : `${tenant.subdomain}.${services.config.domain}`
      return { setup: setupOf(ctx, 'app', key), key, address: addressOf(key, { email: me.email, at }) }
    },
  }),

  async addApp(ctx, { body: { setup, name, one_time_code } }) {
    const key = readSetup(ctx, 'app', setup)
    if (!key) throw setupExpired()
    const digits = one_time_code.replace(/\s/g, '')
    const last_period = isAppCode(digits) ? periodOf(digits, key) : null
    if (last_period === null) throw invalid({ one_time_code: ['This code is not right. Enter the one that the app shows now.'] })
    const secret = ctx.services.tokens.seal(appPurpose, key)
    return add(ctx, setup, { kind: 'app', name, secret, last_period })
  },

  beginPasskey: slow({
    ...withPassword,
    async handle(ctx, _input, stored) {
      if (stored === null) return wrongPassword()
      const known = (await mustHaveRoom(ctx)).flatMap((each) => asPasskey(each) ?? [])
      const options = await optionsToAdd(placeOf(ctx), { email: ctx.me.email, known })
      return { setup: setupOf(ctx, 'passkey', options.challenge), options: { ...options } }
    },
  }),

  async addPasskey(ctx, { body: { setup, name, passkey } }) {
    const challenge = readSetup(ctx, 'passkey', setup)
    if (!challenge) throw setupExpired()
    const added = await verifyAdded(placeOf(ctx), challenge, passkey as never)
    if (!added) throw refused('The passkey was not accepted.')
    return add(ctx, setup, { kind: 'passkey', name, ...added })
  },

  remove: slow({
    ...withPassword,
    async handle(ctx, { params }, stored) {
      if (stored === null) return wrongPassword()
      const { db, me, tenant } = ctx
      await lockMe(ctx)
      const known = await authenticatorsOf(db, me.id)
      const removed = known.find(({ id }) => id === params.authenticator_id)
      if (!removed) throw notFound()
      const isLast = known.length === 1
      if (isLast && tenant.requires_second_factor) throw refused('A second factor is required here. Add another one first.')
      if (isLast) {
        await dropSecondFactor(db, me.id)
        changed(ctx, staff)
      } else await db.deleteFrom('authenticators').where('id', '=', removed.id).execute()
      await tell(ctx, 'second_factor_removed', removed.name)
      return { detail: 'Removed.' }
    },
  }),

  renewCodes: slow({
    ...withPassword,
    async handle(ctx, _input, stored) {
      if (stored === null) return wrongPassword()
      if (!(await lockMe(ctx)).has_second_factor) throw refused('Recovery codes need a second factor. Add one first.')
      const recovery_codes = await renewCodes(ctx.db, ctx.me.id)
      await tell(ctx, 'recovery_codes_renewed', '')
      return { recovery_codes }
    },
  }),

  reset: slow({
    async before(ctx, { params, body }) {
      await mustBeResettable(ctx, params.person_id)
      return ownPassword(ctx, body.password)
    },
    async handle(ctx, { params }, stored) {
      if (stored === null) return wrongPassword()
      const person = await mustBeResettable(ctx, params.person_id, { lock: true })
      await dropSecondFactor(ctx.db, person.id)
      await endSessionsOf(ctx, person.id)
      await record(ctx, 'second_factor_reset', { about: about(person.full_name, person.email) })
      await mailChange(ctx, person.id, 'second_factor_reset', '')
      await tellOfChangedHr(ctx, person, 'second_factor')
      changed(ctx, staff)
      return { detail: `${person.full_name} logs in with the password alone now.` }
    },
  }),
}

/** A person whose second factor can't be reset is refused before the form. */
export const secondFactorProblems: Judges<Api['secondFactor']> = {
  reset: (ctx, { params }) => mustBeResettable(ctx, params.person_id).then(() => ({})),
}

async function mustBeResettable({ db, me }: Ctx, id: number, { lock = false } = {}) {
  const person = await db
    .selectFrom('people')
    .select(['id', 'full_name', 'email', 'role', 'has_second_factor'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!person) throw notFound()
  if (person.id === me.id) throw refused('Remove your own second factor in your profile.')
  if (person.role === 'tenant_admin' && !me.is_owner)
    throw forbidden('Only the owner of the workspace can do this for an administrator.')
  if (!person.has_second_factor) throw refused(`${person.full_name} has no second factor.`)
  return person
}

const placeOf = ({ services: { config }, tenant }: Ctx) => ({ config, tenant })

/** Binds a set-up that has begun to its person, its kind and a quarter of an hour, without a row for it. */
function setupOf({ tenant, me, services }: Ctx, kind: 'app' | 'passkey', text: string) {
  const expires = Math.floor(Date.now() / 1000) + setupSeconds
  return services.tokens.sign(`new ${kind}`, tenant.id, me.id, expires, text)
}

function readSetup({ tenant, me, services }: Ctx, kind: 'app' | 'passkey', setup: string) {
  const [tenant_id, person_id, expires, text] = services.tokens.read(`new ${kind}`, setup) ?? []
  const isOwn = Number(tenant_id) === tenant.id && Number(person_id) === me.id
  return isOwn && Number(expires) > Date.now() / 1000 ? text : undefined
}

/** Refuses a set-up that has been used. */
async function spendSetup({ db, services }: Ctx, setup: string) {
  const key = `used set-up ${hash('sha256', setup)}`
  if (await services.limits.take(key, { max: 1, seconds: setupSeconds }, db)) throw setupExpired()
}

const lockMe = ({ db, me }: Ctx) =>
  db.selectFrom('people').select('has_second_factor').where('id', '=', me.id).forNoKeyUpdate().executeTakeFirstOrThrow()

async function mustHaveRoom({ db, me }: Ctx) {
  const known = await authenticatorsOf(db, me.id)
  if (known.length >= mostAuthenticators) throw refused(`You have ${mostAuthenticators} already. Remove one first.`)
  return known
}

type Added = { kind: 'app' | 'passkey'; name: string } & Record<string, unknown>

/** Adds an authenticator. The first one comes with recovery codes, and lets its person in where one is required. */
async function add(ctx: Ctx, setup: string, added: Added) {
  const { db, me } = ctx
  const { has_second_factor } = await lockMe(ctx)
  await mustHaveRoom(ctx)
  await db
    .insertInto('authenticators')
    .values({ person_id: me.id, ...added })
    .execute()
    .catch((error) => {
      throw duplicateIn(error) === 'authenticators_tenant_id_credential_id_key'
        ? refused('You have added this passkey already.')
        : error
    })
  await spendSetup(ctx, setup)
  if (!has_second_factor) {
    await db.updateTable('people').set({ has_second_factor: true }).where('id', '=', me.id).execute()
    changed(ctx, staff)
  }
  await tell(ctx, 'second_factor_added', added.name)
  return { recovery_codes: has_second_factor ? null : await renewCodes(db, me.id) }
}

/** The person has no authenticator any more. */
export async function dropSecondFactor(db: Db, person_id: number) {
  await db.deleteFrom('authenticators').where('person_id', '=', person_id).execute()
  await dropCodes(db, person_id)
  await db.updateTable('people').set({ has_second_factor: false }).where('id', '=', person_id).execute()
}

export const secondFactorChanges = [
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_renewed',
  'second_factor_reset',
] as const
export type SecondFactorChange = (typeof secondFactorChanges)[number]

/** Records a change of the caller's own, and tells them by mail, in case that it was somebody else. */
async function tell(ctx: Ctx, kind: SecondFactorChange, name: string) {
  await record(ctx, kind, { about: name })
  await mailChange(ctx, ctx.me.id, kind, name)
  changed(ctx, { people: [ctx.me.id], models: ['me'] })
}

const mailChange = ({ db, tenant, services }: Ctx, person_id: number, change: SecondFactorChange, name: string) =>
  services.jobs.enqueue(db, 'mail', { template: 'second_factor', tenant_id: tenant.id, person_id, change, name })
