import { type Api, code, signupMessages, subdomainProblem, trialDays } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { type Db, pipelined, sql, switchTenant } from '../kit/db/db.ts'
import { invalid, refused, tooMany } from '../kit/errors.ts'
import { type Handlers, type Judges, slow } from '../kit/http/pipeline.ts'
import type { Limit } from '../kit/security/limits.ts'
import { hashPassword } from '../kit/security/passwords.ts'
import { record } from '../security-log/record.ts'
import { codeKeysOf, isCode, rememberCodes } from './codes.ts'
import { isTaken, isTimezone, nameKeyOf } from './rules.ts'

const availabilityOfAddress = { max: 600, seconds: 60 }
const codesOfAddress = { max: 1000, seconds: 60 * 60 }
/** Attempts on all codes of an e-mail address, from all browsers. */
const attemptsOnEmail = { max: 30, seconds: 24 * 60 * 60 }
/** Longer than a code is valid, so that the server can say that it has expired. */
const cookieSeconds = 60 * 60
const tooManyAttempts = () => refused(signupMessages.too_many_attempts, { attempts_left: 0 })

export const signup: Omit<Handlers<Api['tenants']>, 'list' | 'page' | 'toggleBlock'> = {
  checkAvailability: slow({
    before: async (ctx) => () => mustBeWithin(ctx, 'availability', availabilityOfAddress),
    async handle({ db }, { body }) {
      return {
        subdomain_available: !subdomainProblem(body.subdomain) && !(await isTaken(db, 'subdomain', body.subdomain)),
        tenant_name_available:
          nameKeyOf(body.tenant_name) !== '' && !(await isTaken(db, 'name_key', nameKeyOf(body.tenant_name))),
      }
    },
  }),

  sendOtp: slow({
    before: async (ctx) => () => mustBeWithin(ctx, 'code', codesOfAddress),
    async handle(ctx, { body }) {
      const { db, services } = ctx
      await lockEmail(db, body.email)
      const { sent, cooldown, next } = await countSends(db, body.email)
      if (cooldown > 0) throw tooMany(cooldown)
      if (sent >= code.sends_per_hour) throw tooMany(next)

      const earlier = codeKeysOf(ctx)
      await endCodes(db, earlier, body.email)
      const { id, key } = await db
        .insertInto('signup_codes')
        .values({ email: body.email, expires_at: sql<string>`now() + ${code.valid_minutes} * interval '1 minute'` })
        .returning(['id', 'key'])
        .executeTakeFirstOrThrow()
      rememberCodes(ctx, [...earlier, key], cookieSeconds)
      await services.jobs.enqueue(db, 'mail', { template: 'code', code_id: id }, { isUrgent: true })
      return {
        detail: 'OTP sent successfully!',
        cooldown_seconds: code.cooldown_seconds,
        sends_left: code.sends_per_hour - sent - 1,
      }
    },
  }),

  // A code is only valid in the browser that requested it, so guesses from other browsers don't use up its attempts.
  async verifyOtp(ctx, { body }) {
    const { db, services } = ctx
    const keys = codeKeysOf(ctx)
    const sent = await lastCode(db, keys, body.email)
    if (!sent || sent.used_at) return refused('Invalid code.', { attempts_left: 0 })
    if (sent.attempts >= code.attempts) return tooManyAttempts()
    if (sent.is_expired) return refused('Code expired. Please resend code.')
    await services.limits.mustTake(`code attempts ${body.email}`, attemptsOnEmail, db)
    if (!isCode(services.tokens, { key: sent.key, email: body.email }, body.otp)) {
      await db
        .updateTable('signup_codes')
        .set({ attempts: sent.attempts + 1 })
        .where('id', '=', sent.id)
        .execute()
      const left = code.attempts - sent.attempts - 1
      return left ? refused('Invalid code.', { attempts_left: left }) : tooManyAttempts()
    }
    await db.updateTable('signup_codes').set({ verified_at: sql<string>`now()` }).where('id', '=', sent.id).execute()
    rememberCodes(ctx, keys, code.verified_minutes * 60)
    return { detail: 'Email verified successfully!' }
  },

  signup: slow({
    async before(ctx, { body }) {
      return (await problemsOf(ctx, body)) ?? (() => hashPassword(body.password))
    },

    async handle(ctx, { body }, password_hash) {
      const { db, services, browser } = ctx
      const wrong = await problemsOf(ctx, body)
      if (wrong) throw wrong
      const subdomain = subdomainOf(ctx, body.domain_url) ?? ''
      const tenant = await createTenant(db, {
        name: body.tenant_name,
        subdomain,
        timezone: (await isTimezone(db, body.timezone)) ? body.timezone : 'UTC',
      })
      // A concurrent sign-up took the subdomain or the name.
      if (!tenant) throw (await problemsOf(ctx, body)) ?? invalid({ subdomain: [signupMessages.subdomain_taken] })
      await spendVerification(ctx, body.email)

      const [_recorded, _switched, { id }] = await pipelined(
        record(ctx, 'workspace_created', { by: null, about: `${tenant.name} (${subdomain})` }),
        switchTenant(db, tenant.id),
        db
          .insertInto('people')
          .values({
            email: body.email,
            full_name: body.full_name,
            role: 'tenant_admin',
            is_owner: true,
            password_hash,
            accepted_at: sql<string>`now()`,
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      await record({ ...ctx, tenant: { is_public_demo: false } }, 'workspace_created', { by: { id, name: body.full_name } })
      await services.jobs.enqueue(db, 'mail', { template: 'login_link', tenant_id: tenant.id, person_id: id })
      browser.setCookie('signup', null, 0)
      return {
        detail: `Workspace created! Login link sent to ${body.email}`,
        tenant: { name: tenant.name, subdomain },
        login_url: `${services.config.workspaceUrl(subdomain)}/login`,
      }
    },
  }),
}

export const signupProblems: Judges<Api['tenants']> = {
  signup: async (ctx, { body }) => (await problemsOf(ctx, body))?.problems ?? {},
}

const mustBeWithin = ({ services, browser }: Ctx<unknown>, action: string, limit: Limit) =>
  services.limits.mustTake(`${action} from ${browser.address}`, limit)

/** Serializes the sends to one address, so that only one of many concurrent requests passes the cooldown. */
const lockEmail = (db: Db, email: string) => sql`select pg_advisory_xact_lock(hashtextextended(${email}, 1))`.execute(db)

/** Counts the codes sent to an address within the hour. `cooldown` and `next` are the seconds until both limits allow another. */
async function countSends(db: Db, email: string) {
  const { rows } = await sql<{ sent: number; cooldown: number; next: number }>`
    select count(*) as sent,
      coalesce(extract(epoch from max(created_at) - now())::float8 + ${code.cooldown_seconds}, 0) as cooldown,
      coalesce(extract(epoch from min(created_at) - now())::float8 + 3600, 0) as next
    from signup_codes where email = ${email} and created_at > now() - interval '1 hour'`.execute(db)
  return rows[0] ?? { sent: 0, cooldown: 0, next: 0 }
}

/** Expires the browser's earlier codes, which a new one replaces. Codes still in the outbox are not mailed. */
const endCodes = (db: Db, keys: string[], email: string) =>
  db
    .updateTable('signup_codes')
    .set({ expires_at: sql<string>`least(expires_at, now())` })
    .where(isOneOf(keys))
    .where('email', '=', email)
    .execute()

/** Locks the latest of these codes for this address, so that attempts on it are counted one after another. */
const lastCode = (db: Db, keys: string[], email: string) =>
  db
    .selectFrom('signup_codes')
    .select(['id', 'key', 'attempts', 'used_at', sql<boolean>`expires_at < now()`.as('is_expired')])
    .where(isOneOf(keys))
    .where('email', '=', email)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

// One statement text for any number of keys.
const isOneOf = (keys: string[]) => sql<boolean>`key = any(${keys}::uuid[])`

type Form = { [Field in 'tenant_name' | 'domain_url' | 'email']?: string | undefined }

/** Extracts the subdomain from a workspace's address on the main domain, ignoring a port. */
function subdomainOf({ services }: Ctx<unknown>, domain_url: string) {
  const host = domain_url.replace(/:\d+$/, '')
  const main = `.${services.config.hostname}`
  return host.endsWith(main) ? host.slice(0, -main.length) : null
}

async function problemsOf(ctx: Ctx<unknown>, { tenant_name, domain_url, email }: Form) {
  const { db } = ctx
  const subdomain = domain_url === undefined ? undefined : (subdomainOf(ctx, domain_url) ?? '')
  const wrong: Record<string, string[]> = {}
  const problem = subdomain !== undefined && subdomainProblem(subdomain)
  if (problem) wrong.subdomain = [problem]
  else if (subdomain && (await isTaken(db, 'subdomain', subdomain))) wrong.subdomain = [signupMessages.subdomain_taken]
  if (tenant_name !== undefined && (await isTaken(db, 'name_key', nameKeyOf(tenant_name))))
    wrong.tenant_name = [signupMessages.name_taken]
  if (email !== undefined && !(await verifiedCode(ctx, email))) wrong.email = [signupMessages.email_unverified]
  return Object.keys(wrong).length ? invalid(wrong) : null
}

/** Finds the unused code with which this browser recently verified this address. */
async function verifiedCode(ctx: Ctx<unknown>, email: string) {
  const verified = await ctx.db
    .selectFrom('signup_codes')
    .select('id')
    .where(isOneOf(codeKeysOf(ctx)))
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('verified_at', '>', sql<string>`now() - ${code.verified_minutes} * interval '1 minute'`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return verified?.id ?? null
}

async function spendVerification(ctx: Ctx<unknown>, email: string) {
  const id = await verifiedCode(ctx, email)
  const { numUpdatedRows } = await ctx.db
    .updateTable('signup_codes')
    .set({ used_at: sql<string>`now()` })
    .where('id', '=', id ?? 0)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw invalid({ email: [signupMessages.email_unverified] })
}

/** Creates a tenant on trial. Returns undefined if the name or the subdomain was taken concurrently. */
async function createTenant(db: Db, { name, subdomain, timezone }: { name: string; subdomain: string; timezone: string }) {
  return db
    .insertInto('tenants')
    .values({
      name,
      name_key: nameKeyOf(name),
      subdomain,
      schema: subdomain.replaceAll('-', '_'),
      timezone,
      trial_ends_on: sql<string>`(now() at time zone ${timezone})::date + ${trialDays}::int`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'name'])
    .executeTakeFirst()
}
