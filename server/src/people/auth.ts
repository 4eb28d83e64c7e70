import { type Api, brokenRules, passwordRules } from 'contract'
import { type Db, inTenant, sql } from '../kit/db.ts'
import { forbidden, invalid, notSignedIn, Refusal, refused, tokenNotValid, tooMany } from '../kit/errors.ts'
import { hashPassword, isPassword } from '../kit/passwords.ts'
import { type Ctx, type Handlers, type Pools, type Services, slow } from '../kit/serve.ts'
import { invitationAccepted } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { administratorsOf } from './administrators.ts'
import { endLinks, readLink, sendLink } from './links.ts'
import { dropCookies, endSession, endSessionsOf, identify, meOf, openSession, refreshTokenOf, rotate } from './sessions.ts'
import { tellOfEmployee } from './telling.ts'

/** How many wrong passwords are let through. */
export const failuresOfAccount = { max: 10, seconds: 15 * 60 }
const failuresOfAddress = { max: 100, seconds: 15 * 60 }
const requestsForReset = { max: 5, seconds: 60 * 60 }
const requestsOfAddress = { max: 100, seconds: 60 * 60 }
const deviceSeconds = 365 * 24 * 60 * 60
/**
 * On the main domain, how many accounts of an address are tried. Each attempt there verifies as many, whether they exist or
 * not: its time tells nothing, and who asks can't make it cost more. Of somebody in more workspaces the rest go unmentioned.
 */
const accountsTried = 3

const wrongCredentials = () => new Refusal(401, { detail: 'No active account found with the given credentials' })
const badLink = () => refused('Invalid or expired link.')

export const auth: Handlers<Api['auth']> = {
  token: slow({
    async before(ctx, { body }) {
      const { services, tenant, browser } = ctx
      const { email, password } = body
      const isMain = tenant.id === 0
      const here = await findAccounts(ctx.db, { email, ...(!isMain && { tenant_id: tenant.id }) })
      const keys = [`login ${tenant.id} ${email}${deviceOf(ctx, here[0])}`, `login from ${browser.address}`] as const
      return async () => {
        const accounts =
          isMain || here.length ? here : await services.onPlatform((db) => findAccounts(db, { tenant_id: 0, email }))
        // A flood on one account, already stopped there, uses up nothing of its address, which many may share.
        const wait =
          (await services.limits.take(keys[0], failuresOfAccount)) || (await services.limits.take(keys[1], failuresOfAddress))
        if (wait) throw tooMany(wait, 'Too many failed log-in attempts. Please try again later.')
        const tried = Array.from({ length: isMain ? accountsTried : 1 }, (_, i) => accounts[i]?.password_hash ?? null)
        const verdicts = await Promise.all(tried.map((stored) => isPassword(stored, password)))
        const account = accounts[verdicts.indexOf(true)]
        if (account) for (const key of keys) await services.limits.giveBack(key)
        return account
      }
    },

    async handle(ctx, _input, account) {
      if (!account) return wrongCredentials()
      if (account.tenant_id !== ctx.tenant.id)
        return forbidden(
          account.tenant_id === 0
            ? 'Super Admin must log in from the main domain'
            : 'Tenant users must log in from their workspace subdomain.',
        )
      const person = await ctx.db
        .updateTable('people')
        .set({ accepted_at: sql<string>`coalesce(accepted_at, now())` })
        .where('tenant_id', '=', ctx.tenant.id)
        .where('id', '=', account.id)
        .where('is_active', '=', true)
        .where('password_hash', '=', account.password_hash)
        .returning(['id', 'full_name', 'email', 'role', 'job_title', 'department', hasJustAccepted])
        .executeTakeFirst()
      if (!person) return wrongCredentials()
      await tellIfAccepted(ctx, person)
      await openSession(ctx, person.id)
      rememberDevice(ctx, person.id)
      return meOf(ctx.tenant, person)
    },
  }),

  me: async ({ me }) => me,

  async refresh(ctx) {
    const place = refreshTokenOf(ctx)
    if (place && (await rotate(ctx, place))) return { detail: 'Session renewed.' }
    if (ctx.browser.cookie('refresh') === undefined && ctx.browser.cookie('access') === undefined) return notSignedIn()
    dropCookies(ctx.browser)
    return tokenNotValid()
  },

  async logout(ctx) {
    const session_id = refreshTokenOf(ctx)?.session_id ?? ctx.session_id
    if (session_id) await endSession(ctx, session_id)
    dropCookies(ctx.browser)
    return { detail: 'Logged out.' }
  },

  setPassword: slow({
    async before(ctx, { body }) {
      if (!(await findLink(ctx, body))) return badLink()
      const broken = brokenRules(passwordRules, body.new_password)
      return broken.length ? invalid({ new_password: broken }) : () => hashPassword(body.new_password)
    },

    async handle(ctx, { body }, password_hash) {
      const link = await findLink(ctx, body, true)
      if (!link) return badLink()
      await setPassword(ctx, link.person_id, password_hash)
      rememberDevice(ctx, link.person_id)
      return { detail: 'Password set successfully!' }
    },
  }),

  forgotPassword: slow({
    async before({ services, tenant, browser }, { body }) {
      return async () => {
        const wait = await services.limits.take(`reset from ${browser.address}`, requestsOfAddress)
        if (wait) throw tooMany(wait)
        return (await services.limits.take(`reset ${tenant.id} ${body.email}`, requestsForReset)) === 0
      }
    },

    // Whether there is such a person is found out later, by the worker: the answer and its time tell nothing.
    async handle({ db, services, tenant }, { body }, isWelcome) {
      if (isWelcome) await services.jobs.enqueue(db, 'forgotten_password', { tenant_id: tenant.id, email: body.email })
      return { detail: 'If an account with this e-mail exists, a link to set a new password is on its way.' }
    },
  }),
}

/**
 * Whom this address means there. On the main domain that is the super admin, and people of whatever workspaces, who are told
 * where to log in once the password is right; a workspace knows its own people, or else the super admin.
 */
const findAccounts = (db: Db, { tenant_id, email }: { tenant_id?: number; email: string }) =>
  db
    .selectFrom('people')
    .select(['tenant_id', 'id', 'password_hash'])
    .$if(tenant_id !== undefined, (query) => query.where('tenant_id', '=', tenant_id ?? 0))
    .$if(tenant_id === undefined, (query) => query.modifyEnd(sql`/* across tenants */`))
    .where('email', '=', email)
    .where('is_active', '=', true)
    .where('password_hash', 'is not', null)
    .orderBy('tenant_id')
    .limit(accountsTried)
    .execute()

/**
 * A browser in which this person has logged in, or set the password by a mailed link, counts its failures apart, so that
 * nobody can lock a person out by failing in their name.
 */
function deviceOf({ browser, services, tenant }: Ctx<unknown>, account: { id: number } | undefined) {
  const token = browser.cookie('device')
  const [tenant_id, person_id] = ((token && services.tokens.read('device', token)) || []).map(Number)
  return account && tenant_id === tenant.id && person_id === account.id ? ' known device' : ''
}

const rememberDevice = ({ browser, services, tenant }: Ctx<unknown>, person_id: number) =>
  browser.setCookie('device', services.tokens.sign('device', tenant.id, person_id), deviceSeconds)

type LinkBody = { uidb64: string; token: string }

async function findLink({ db, services, tenant }: Ctx<unknown>, body: LinkBody, lock = false) {
  const link = readLink(services.tokens, tenant, body)
  if (!link) return null
  const row = await db
    .selectFrom('password_links as l')
    .innerJoin('people as p', (join) => join.onRef('p.tenant_id', '=', 'l.tenant_id').onRef('p.id', '=', 'l.person_id'))
    .select('l.person_id')
    .where('l.tenant_id', '=', tenant.id)
    .where('p.tenant_id', '=', tenant.id)
    .where('l.id', '=', link.link_id)
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
    .set({ password_hash, accepted_at: sql<string>`coalesce(accepted_at, now())` })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', person_id)
    .returning(['id', 'full_name', hasJustAccepted])
    .executeTakeFirstOrThrow()
  await tellIfAccepted(ctx, person)
  await endLinks(ctx, person_id)
  await endSessionsOf(ctx, person_id)
}

/** `now()` is the transaction's, so that only the one which accepts the invitation finds its own moment there. */
const hasJustAccepted = sql<boolean>`accepted_at = now()`.as('has_just_accepted')

async function tellIfAccepted(ctx: Ctx<unknown>, person: { id: number; full_name: string; has_just_accepted: boolean }) {
  if (!person.has_just_accepted) return
  const administrators = await administratorsOf(ctx.db, ctx.tenant.id)
  await notify({ ...ctx, me: person }, { to: administrators.map(({ id }) => id), ...invitationAccepted(person.full_name) })
  tellOfEmployee(ctx)
}

/** Mails a reset link to whoever has this address, if anybody has. */
export async function helpWithForgottenPassword(
  { pools, services }: { pools: Pools; services: Services },
  { tenant_id, email }: { tenant_id: number; email: string },
) {
  await inTenant(tenant_id === 0 ? pools.platform : pools.workspace, tenant_id, 'read write', async (db) => {
    const tenant = (await identify(db, tenant_id, null))?.tenant
    const person = await db
      .selectFrom('people')
      .select('id')
      .where('tenant_id', '=', tenant_id)
      .where('email', '=', email)
      .where('is_active', '=', true)
      .executeTakeFirst()
    if (tenant && !tenant.is_blocked && person) await sendLink({ db, tenant, services }, person.id, 'reset')
  })
}
