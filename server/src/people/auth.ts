import { type Api, brokenRules, passwordRules, strongPassword } from 'contract'
import type { Ctx, Pools, Services } from '../kit/context.ts'
import { type Db, inTenant, pipelined, sql } from '../kit/db/db.ts'
import { forbidden, invalid, notSignedIn, refused, tokenNotValid } from '../kit/errors.ts'
import { type Handlers, slow } from '../kit/http/pipeline.ts'
import { isCommon, tooCommon } from '../kit/security/common-passwords.ts'
import { hashPassword, unknownBrowsersOf } from '../kit/security/passwords.ts'
import { about, type Origin, record } from '../security-log/record.ts'
import { countersOf, forgetGuesses, tooManyFailures, verify } from './attempts.ts'
import { endLinks, readLink, sendLink } from './links.ts'
import { acceptInvitation, deviceOf, logIn, named, rememberDevice, wrongCredentials } from './log-in.ts'
import { askForSecondFactor } from './second-step.ts'
import { dropCookies, endSession, endSessionsOf, identify, refreshTokenOf, rotateSession } from './sessions.ts'

const requestsForReset = { max: 5, seconds: 60 * 60 }
const requestsOfAddress = { max: 100, seconds: 60 * 60 }

const badLink = () => refused('Invalid or expired link.')

export const auth: Handlers<Api['auth']> = {
  token: slow({
    queue({ services, tenant_id, cookie }) {
      const device = cookie('device')
      return device && services.tokens.read('device', device) ? null : unknownBrowsersOf(tenant_id)
    },

    async before(ctx, { body }) {
      const { email, password } = body
      const account = await findAccount(ctx, email)
      const device = account?.tenant_id === ctx.tenant.id ? deviceOf(ctx, account) : ''
      const counters = countersOf(ctx, { email, account, device })
      const kind = device ? 'known device' : 'log-in'
      const stored = account?.password_hash ?? null
      return async () => {
        const attempt = { tenant_id: ctx.tenant.id, kind, stored, password } as const
        const isRight = await verify(ctx.services, { ...attempt, counters, refusal: tooManyFailures })
        return { account, isRight, device, counted: counters.map(({ key }) => key) }
      }
    },

    async handle(ctx, { body: { email } }, { account, isRight, device, counted }) {
      const isOwn = account?.tenant_id === ctx.tenant.id
      // What strangers type may be a password.
      const failed = () => record(ctx, 'log_in_failed', { by: null, about: isOwn ? email : 'Unknown email' })
      if (!account || !isRight) {
        await failed()
        return wrongCredentials()
      }
      if (!isOwn) {
        await failed()
        await ctx.services.limits.giveBack(counted, ctx.db)
        return forbidden(
          account.tenant_id === 0
            ? 'Super Admin must log in from the main domain'
            : 'Tenant users must log in from their workspace subdomain.',
        )
      }
      return account.has_second_factor ? askForSecondFactor(ctx, account, counted) : logIn(ctx, account, { device, counted })
    },
  }),

  me: async ({ me }) => me,

  async refresh(ctx) {
    const token = refreshTokenOf(ctx)
    if (token && (await rotateSession(ctx, token))) return { detail: 'Session renewed.' }
    if (ctx.browser.cookie('refresh') === undefined && ctx.browser.cookie('access') === undefined) return notSignedIn()
    dropCookies(ctx.browser)
    return tokenNotValid()
  },

  async logout(ctx) {
    const token = refreshTokenOf(ctx)
    const session = token ? { key: token.key } : ctx.session_id === null ? null : { id: ctx.session_id }
    const person_id = session && (await endSession(ctx, session))
    if (person_id) await record(ctx, 'logged_out', { by: named(await nameOf(ctx, person_id)) })
    dropCookies(ctx.browser)
    return { detail: 'Logged out.' }
  },

  linkAddress: async (ctx, { body }) => {
    const link = await findLink(ctx, body)
    return link ? { email: link.email } : badLink()
  },

  setPassword: slow({
    async before(ctx, { body }) {
      if (!(await findLink(ctx, body))) return badLink()
      const password = strongPassword.clean(body.new_password)
      const broken: string[] = brokenRules(passwordRules, password)
      if (await isCommon(password)) broken.push(tooCommon)
      return broken.length ? invalid({ new_password: broken }) : () => hashPassword(password, ctx.tenant.id)
    },

    async handle(ctx, { body }, password_hash) {
      const link = await findLink(ctx, body, true)
      if (!link) return badLink()
      const person = await setPassword(ctx, link.person_id, password_hash)
      rememberDevice(ctx, person)
      await record(ctx, 'password_set', { by: named(person) })
      return { detail: 'Password set successfully!' }
    },
  }),

  forgotPassword: slow({
    async before({ services, tenant, browser }, { body }) {
      return async () => {
        await services.limits.mustTake(`reset from ${browser.address}`, requestsOfAddress)
        return (await services.limits.take(`reset ${tenant.id} ${body.email}`, requestsForReset)) === 0
      }
    },

    // A job looks up the person later, so that neither the answer nor its timing reveals whether they exist.
    async handle({ db, services, tenant, browser }, { body }, isAllowed) {
      const { address, agent, request_id } = browser
      const request: ResetRequest = { tenant_id: tenant.id, email: body.email, origin: { address, agent, request_id } }
      if (isAllowed) await services.jobs.enqueue(db, 'forgotten_password', request)
      return { detail: 'If an account with this e-mail exists, a link to set a new password is on its way.' }
    },
  }),
}

/**
 * Finds the account with this e-mail address, even one that must log in on another host. The workspace's own person comes
 * before the super admin. Both are always looked up, so that the timing reveals nothing.
 */
async function findAccount({ db, tenant, services }: Ctx<unknown>, email: string) {
  if (tenant.id === 0) return findAnywhere(db, email)
  const [person, superAdmin] = await pipelined(
    findIn(db, email),
    services.onPlatform((platform) => findIn(platform, email)),
  )
  return person ?? superAdmin
}

const withPassword = (db: Db, email: string) =>
  db
    .selectFrom('people')
    .select(['tenant_id', 'id', 'device_key', 'password_hash', 'has_second_factor'])
    .where('email', '=', email)
    // A literal, because a generic plan can't match a partial index with a parameter.
    .where('is_active', '=', sql.lit(true))
    .where('password_hash', 'is not', null)

const findIn = (db: Db, email: string) => withPassword(db, email).executeTakeFirst()

/** Finds the super admin, or else the person whose account was accepted first, for a log-in on the main domain. */
const findAnywhere = (db: Db, email: string) =>
  withPassword(db.withoutPlugins(), email)
    .orderBy(sql`tenant_id <> 0`)
    .orderBy(sql`accepted_at nulls last`)
    .orderBy('tenant_id')
    .modifyEnd(sql`limit 1 /* across tenants */`)
    .executeTakeFirst()

type LinkBody = { uidb64: string; token: string }

async function findLink({ db, services, tenant }: Ctx<unknown>, body: LinkBody, lock = false) {
  const link = readLink(services.tokens, tenant, body)
  if (!link) return null
  const row = await db
    .selectFrom('password_links as l')
    .innerJoin('people as p', (join) => join.onRef('p.tenant_id', '=', 'l.tenant_id').onRef('p.id', '=', 'l.person_id'))
    .select(['l.person_id', 'p.email'])
    .where('l.key', '=', link.key)
    .where('l.person_id', '=', link.person_id)
    .where('l.ended_at', 'is', null)
    .where('l.expires_at', '>', sql<string>`now()`)
    .where('p.is_active', '=', true)
    .$if(link.is_handed_over, (query) => query.where('p.accepted_at', 'is', null))
    .$if(lock, (query) => query.forUpdate('l').forNoKeyUpdate('p'))
    .executeTakeFirst()
  return row ?? null
}

/** A new password ends every session and every link of the person. */
async function setPassword(ctx: Ctx<unknown>, person_id: number, password_hash: string) {
  const person = await ctx.db
    .updateTable('people')
    .set({ password_hash })
    .where('id', '=', person_id)
    .returning(['id', 'full_name', 'accepted_at', 'device_key'])
    .executeTakeFirstOrThrow()
  await acceptInvitation(ctx, person)
  await endLinks(ctx, person_id)
  await endSessionsOf(ctx, person_id)
  await forgetGuesses(ctx, { tenant_id: ctx.tenant.id, id: person_id })
  return person
}

const nameOf = ({ db }: Ctx<unknown>, id: number) =>
  db.selectFrom('people').select(['id', 'full_name']).where('id', '=', id).executeTakeFirstOrThrow()

export type ResetRequest = { tenant_id: number; email: string; origin: Origin }

/** Mails a reset link to the person with this address, if there is one. */
export async function mailResetLink(
  { pools, services }: { pools: Pools; services: Services },
  { tenant_id, email, origin }: ResetRequest,
) {
  await inTenant(tenant_id === 0 ? pools.platform : pools.workspace, tenant_id, 'read write', async (db) => {
    const tenant = (await identify(db, tenant_id, null))?.tenant
    const person = await db
      .selectFrom('people')
      .select(['id', 'full_name'])
      .where('email', '=', email)
      .where('is_active', '=', true)
      .executeTakeFirst()
    if (!tenant || tenant.is_blocked || !person) return
    await sendLink({ db, tenant, services }, person.id, 'reset')
    await record({ db, tenant, browser: origin }, 'reset_requested', { by: null, about: about(person.full_name, email) })
  })
}
