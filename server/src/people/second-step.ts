// The second step of a log-in. See docs/decisions/055-a-second-factor.md.
import { randomBytes } from 'node:crypto'
import type { Api, Args, SecondFactorNeeded } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { type Db, pipelined, sql } from '../kit/db/db.ts'
import { invalid, Refusal, refused } from '../kit/errors.ts'
import { type Handlers, slow } from '../kit/http/pipeline.ts'
import { keyIn } from '../kit/security/tokens.ts'
import { record } from '../security-log/record.ts'
import { countersOfSecondStep, tooManyFailures } from './attempts.ts'
import { isAppCode, periodOf } from './authenticator-apps.ts'
import { type Account, deviceOf, lockPerson, logIn, wrongCredentials } from './log-in.ts'
import { optionsToUse, verifyUsed } from './passkeys.ts'
import { spendCode } from './recovery-codes.ts'

const stepSeconds = 10 * 60
const purpose = 'second step'
/** An app's secret is sealed for this. */
export const appPurpose = 'authenticator app'

const tookTooLong = () => refused('The log-in has taken too long. Please enter your password again.', { code: 'log_in_expired' })
const wrongCode = () => invalid({ one_time_code: ['This code is not right, or has been used.'] })

/** Refuses a log-in with a right password until the second factor has come, too. */
export async function askForSecondFactor(ctx: Ctx<unknown>, account: Account, counted: string[]) {
  const { db, tenant, browser, services } = ctx
  const challenge = randomBytes(32).toString('base64url')
  const [person, { key }, known] = await pipelined(
    lockPerson(ctx, account),
    db
      .insertInto('open_log_ins')
      .values({ person_id: account.id, challenge, expires_at: sql<string>`now() + ${stepSeconds} * interval '1 second'` })
      .returning('key')
      .executeTakeFirstOrThrow(),
    authenticatorsOf(db, account.id),
    services.limits.giveBack(counted, db),
  )
  if (!person) throw wrongCredentials()
  browser.setCookie('log_in', services.tokens.sign(purpose, tenant.id, key), stepSeconds)
  const passkeys = known.flatMap((each) => asPasskey(each) ?? [])
  const place = { config: services.config, tenant }
  const body: SecondFactorNeeded = {
    detail: 'Confirm that it is you.',
    code: 'second_factor_required',
    has_app: known.some(({ kind }) => kind === 'app'),
    passkey: passkeys.length ? { ...(await optionsToUse(place, { challenge, known: passkeys })) } : null,
  }
  return new Refusal(401, body)
}

export const secondStep: Pick<Handlers<Api['secondFactor']>, 'logIn'> = {
  logIn: slow({
    async before(ctx, { body: { one_time_code, passkey } }) {
      const step = await findStep(ctx)
      if (!step) return tookTooLong()
      const proof = passkey ? 'passkey' : isAppCode(one_time_code) ? 'app code' : 'recovery code'
      const counters = countersOfSecondStep({ ...step, id: step.person_id }, proof, deviceOf(ctx, step))
      return async () => {
        const full = await ctx.services.limits.takeAll(counters)
        if (full) throw tooManyFailures(full)
        return counters.map(({ key }) => key)
      }
    },

    async handle(ctx, { body }, counted) {
      const step = await findStep(ctx, true)
      if (!step) return tookTooLong()
      const how = await proofIn(ctx, step, body)
      if (!how) {
        await record(ctx, 'log_in_failed', { by: null, about: `${step.email}, second factor` })
        return body.passkey ? refused('The passkey was not accepted.') : wrongCode()
      }
      await ctx.db.deleteFrom('open_log_ins').where('id', '=', step.id).execute()
      ctx.browser.setCookie('log_in', null, 0)
      const account = { ...step, id: step.person_id }
      return logIn(ctx, account, { device: deviceOf(ctx, account), counted, how })
    },
  }),
}

/** The log-in that this browser has begun. */
async function findStep({ db, tenant, browser, services }: Ctx<unknown>, lock = false) {
  const token = browser.cookie('log_in')
  const [tenant_id, part] = (token && services.tokens.read(purpose, token)) || []
  const key = keyIn(part)
  if (Number(tenant_id) !== tenant.id || !key) return undefined
  return db
    .selectFrom('open_log_ins as l')
    .innerJoin('people as p', (join) => join.onRef('p.tenant_id', '=', 'l.tenant_id').onRef('p.id', '=', 'l.person_id'))
    .select(['l.tenant_id', 'l.id', 'l.person_id', 'l.challenge'])
    .select(['p.email', 'p.password_hash', 'p.device_key', 'p.has_second_factor'])
    .where('l.key', '=', key)
    .where('l.expires_at', '>', sql<string>`now()`)
    .where('p.is_active', '=', true)
    .$if(lock, (query) => query.forUpdate('l').forNoKeyUpdate('p'))
    .executeTakeFirst()
}

type Step = NonNullable<Awaited<ReturnType<typeof findStep>>>
type Proof = Pick<Args<Api['secondFactor']['logIn']>['body'], 'passkey'> & { one_time_code: string }

/** Returns the person's proof in words, or null. Marks the authenticator or code as used. */
async function proofIn(ctx: Ctx<unknown>, step: Step, { one_time_code: code, passkey }: Proof) {
  const { db, services } = ctx
  if (!passkey && !isAppCode(code)) {
    const typed = code.toLowerCase().replace(/[^a-z\d]/g, '')
    return (await spendCode(db, step.person_id, typed)) ? 'With a recovery code' : null
  }
  for (const each of await authenticatorsOf(db, step.person_id)) {
    if (passkey) {
      const stored = asPasskey(each)
      if (stored?.credential_id !== passkey.id) continue
      const place = { config: services.config, tenant: ctx.tenant }
      const counter = await verifyUsed(place, { challenge: step.challenge, response: passkey as never, stored })
      if (counter === null) return null
      await markUsed(db, each.id, { counter })
      return `With the passkey ${each.name}`
    }
    const key = each.secret && services.tokens.unseal(appPurpose, each.secret)
    const last_period = key ? periodOf(code, key.text, each.last_period ?? 0) : null
    if (last_period === null) continue
    await markUsed(db, each.id, { last_period })
    return `With the app ${each.name}`
  }
  return null
}

const markUsed = (db: Db, id: number, change: { counter: number } | { last_period: number }) =>
  db
    .updateTable('authenticators')
    .set({ ...change, used_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()

export const authenticatorsOf = (db: Db, person_id: number) =>
  db
    .selectFrom('authenticators')
    .select(['id', 'kind', 'name', 'created_at', 'used_at', 'secret', 'last_period'])
    .select(['credential_id', 'public_key', 'counter', 'transports'])
    .where('person_id', '=', person_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export function asPasskey({
  credential_id,
  public_key,
  counter,
  transports,
}: Awaited<ReturnType<typeof authenticatorsOf>>[number]) {
  return credential_id === null || public_key === null ? null : { credential_id, public_key, counter: counter ?? 0, transports }
}
