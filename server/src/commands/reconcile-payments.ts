// npm run reconcile-payments [-- --days N]: records the payments of the last N days whose webhook never arrived.
import { reconcile } from '../billing/reconcile.ts'
import { ConfigError } from '../config.ts'
import { openDatabase } from '../database.ts'
import { connect } from '../kit/db/db.ts'
import { logInsOf, migrate } from '../kit/db/migrate.ts'
import { openJobs } from '../kit/jobs.ts'
import { carrierOf, openChannels } from '../kit/realtime/channels.ts'
import { tokensFor } from '../kit/security/tokens.ts'
import { runCommand, say } from './run.ts'

const usage = 'npm run reconcile-payments [-- --days N]'

await runCommand(usage, { days: { type: 'string' } }, async ({ days = '30' }, config) => {
  if (!/^[1-9]\d{0,3}$/.test(days)) throw new ConfigError(`Usage: ${usage}`)
  if (!config.stripe)
    throw new ConfigError('STRIPE_SECRET_KEY is not set, and the test checkout has no payments that its webhook did not tell of')

  const { owner_url, close } = await openDatabase(config)
  try {
    await migrate(owner_url)
    const logIns = await logInsOf(owner_url)
    const pool = connect(logIns.urlOf('atrium_platform'), { max: 2, name: 'reconcile-payments' })
    const jobs = await openJobs(logIns.urlOf('atrium_jobs'), (error) => say(error.message))
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const channels = await openChannels(carrierOf(config, logIns), { platform: pool }, (error) => say(String(error)))
    const counts = { paid: 0, unpaid: 0, mismatch: 0, known: 0, foreign: 0 }
    try {
      const options = {
        pools: { workspace: pool, platform: pool },
        services: { config, tokens: tokensFor(config.session_secret, config.session_secret_old), jobs, channels },
        log,
      }
      for await (const checkout of reconcile(options, Number(days))) {
        counts[checkout.outcome]++
        if (checkout.outcome === 'paid')
          say(`${checkout.id}  ${checkout.tenant_name}: ${checkout.amount}, now paid until ${checkout.paid_until}`)
        if (checkout.outcome === 'mismatch')
          say(
            `${checkout.id}  ${checkout.tenant_name}: ${checkout.amount} instead of ${checkout.expected}. Recorded, nothing extended.`,
          )
        if (checkout.outcome === 'unpaid') say(`${checkout.id}  recorded, not paid yet`)
      }
    } catch (error) {
      // Checkouts recorded so far stay, and the next run continues from there.
      throw error instanceof Error && error.constructor.name.startsWith('Stripe')
        ? new ConfigError(`Stripe: ${error.message}`)
        : error
    } finally {
      await channels.close()
      await jobs.stop()
      await pool.end()
    }
    say(
      `Completed checkouts in ${days} days: ${counts.paid + counts.unpaid + counts.mismatch} missing and now recorded, ${counts.known} known, ${counts.foreign} not ours.`,
    )
  } finally {
    await close()
  }
})
