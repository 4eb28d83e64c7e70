// npm run create-super-admin -- --email ADDRESS: creates a platform owner, or resets their password and drops their second factor.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { brokenRules, email as Email, lineRule, passwordRules, passwordsDiffer, problemOf, strongPassword } from 'contract'
import { ConfigError } from '../config.ts'
import { openDatabase } from '../database.ts'
import { connect, inTenant, sql } from '../kit/db/db.ts'
import { logInsOf, migrate } from '../kit/db/migrate.ts'
import { carrierOf, openChannels } from '../kit/realtime/channels.ts'
import { isCommon, tooCommon } from '../kit/security/common-passwords.ts'
import { hashPassword } from '../kit/security/passwords.ts'
import { endLinks } from '../people/links.ts'
import { dropSecondFactor } from '../people/second-factor.ts'
import { endSessionsOf } from '../people/sessions.ts'
import { about, record } from '../security-log/record.ts'
import { runCommand, say } from './run.ts'

const usage = 'npm run create-super-admin -- --email ADDRESS [--password PASSWORD] [--name NAME]'
const options = { email: { type: 'string' }, password: { type: 'string' }, name: { type: 'string' } } as const
const platform = { id: 0 }
const passwordWarning =
  'Other users of this machine can see --password, and the shell may keep it. Leave it out to be asked for it.'

await runCommand(usage, options, async (values, config) => {
  if (!values.email || values.password === '') throw new ConfigError(`Usage: ${usage}`)
  const parsed = Email.safeParse(values.email)
  if (!parsed.success) throw new ConfigError(parsed.error.issues[0]?.message ?? '')
  const email = parsed.data
  const name = lineRule().clean(values.name ?? '') || undefined
  const problem = name && problemOf(lineRule(), name)
  if (problem) throw new ConfigError(problem)
  if (values.password !== undefined) process.stderr.write(`${passwordWarning}\n`)
  const password = strongPassword.clean(values.password ?? (await readPassword()))
  const broken: string[] = brokenRules(passwordRules, password)
  if (await isCommon(password)) broken.push(tooCommon)
  if (broken.length) throw new ConfigError(broken.join(' '))
  const password_hash = await hashPassword(password)

  const { owner_url, close } = await openDatabase(config)
  try {
    await migrate(owner_url)
    const logIns = await logInsOf(owner_url)
    const pool = connect(logIns.urlOf('atrium_platform'), { max: 1, name: 'create-super-admin' })
    const onError = (error: unknown) => process.stderr.write(`${String(error)}\n`)
    const channels = await openChannels(carrierOf(config, logIns), { platform: pool }, onError)
    await inTenant(pool, platform.id, 'read write', async (db) => {
      const person = { email, full_name: name ?? 'Super Admin', role: 'super_admin' as const }
      const { id } = await db
        .insertInto('people')
        .values({ ...person, password_hash, accepted_at: sql<string>`now()` })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'email'])
            .where('is_active', '=', sql.lit(true))
            .doUpdateSet({ password_hash, ...(name && { full_name: name }) }),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
      await record({ db, tenant: { is_public_demo: false } }, 'super_admin_set', {
        by: null,
        about: about(person.full_name, email),
      })
      await endLinks({ db }, id)
      await dropSecondFactor(db, id)
      await endSessionsOf({ db, tenant: platform, services: { channels } }, id)
    })
      .then(() => channels.close())
      .finally(() => pool.end())
  } finally {
    await close()
  }
  say(`${email} is a super admin and logs in at ${config.public_url}/login`)
})

/** Reads the password twice without echo at a terminal, or from the first line of the standard input. */
async function readPassword() {
  const isTyped = process.stdin.isTTY
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: isTyped, historySize: 0 })
  terminal.once('SIGINT', () => process.exit(130))
  // Unlike `question`, an iterator keeps a line that arrives early.
  const lines = terminal[Symbol.asyncIterator]()
  const ask = async (question: string) => {
    if (isTyped) process.stderr.write(question)
    const { value } = await lines.next()
    if (isTyped) process.stderr.write('\n')
    return value ?? ''
  }
  try {
    const password = await ask('Password: ')
    if (!password) throw new ConfigError('No password was given.')
    if (isTyped && (await ask('The same again: ')) !== password) throw new ConfigError(passwordsDiffer)
    return password
  } finally {
    terminal.close()
  }
}
