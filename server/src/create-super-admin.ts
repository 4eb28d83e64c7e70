// npm run create-super-admin -- --email ADDRESS --password PASSWORD: makes a platform owner, or resets one.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { brokenRules, email as Email, passwordRules } from 'contract'
import { ConfigError, readConfig } from './config.ts'
import { connect, inTenant, sql } from './kit/db.ts'
import { startEmbedded } from './kit/embedded.ts'
import { migrate, urlAs } from './kit/migrate.ts'
import { hashPassword } from './kit/passwords.ts'
import { endLinks } from './people/links.ts'
import { endSessionsOf } from './people/sessions.ts'

async function createSuperAdmin() {
  const { values } = parseArgs({ options: { email: { type: 'string' }, password: { type: 'string' }, name: { type: 'string' } } })
  const email = Email.safeParse(values.email)
  if (!email.success || !values.password)
    throw new ConfigError('Usage: npm run create-super-admin -- --email ADDRESS --password PASSWORD [--name NAME]')
  const broken = brokenRules(passwordRules, values.password)
  if (broken.length) throw new ConfigError(broken.join(' '))

  const config = readConfig(process.env)
  const embedded = config.database_url ? null : await startEmbedded({ dir: path.join(config.data_dir, 'postgres') })
  const owner_url = config.database_url ?? embedded?.url('postgres') ?? ''
  await migrate(owner_url, config.session_secret)
  const pool = connect(urlAs(owner_url, 'atrium_platform', config.session_secret), { max: 1, name: 'create-super-admin' })
  const password_hash = await hashPassword(values.password)
  const full_name = values.name ?? 'Super Admin'

  await inTenant(pool, 0, 'read write', async (db) => {
    const { id } = await db
      .insertInto('people')
      .values({ tenant_id: 0, email: email.data, full_name, role: 'super_admin', password_hash, accepted_at: sql<string>`now()` })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'email']).where('is_active', '=', sql.lit(true)).doUpdateSet({ password_hash }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await endLinks({ db, tenant: { id: 0 } }, id)
    await endSessionsOf({ db, tenant: { id: 0 } }, id)
  })
  await pool.end()
  // The database goes on while a server uses it.
  await embedded?.stop()
  process.stdout.write(`${email.data} is a super admin and logs in at ${config.public_url}/login\n`)
}

createSuperAdmin().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
