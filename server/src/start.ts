import type pg from 'pg'
import { createApp } from './app.ts'
import { announceEndings } from './billing/ending.ts'
import { serveTestCheckout } from './billing/test-checkout.ts'
import { startTestStripe } from './billing/test-stripe.ts'
import { openDatabase } from './command.ts'
import type { Config } from './config.ts'
import { makeDemo } from './demo.ts'
import { greet } from './greeting.ts'
import { keepHouseDaily } from './housekeeping.ts'
import { connect, inTenant } from './kit/db.ts'
import { openJobs } from './kit/jobs.ts'
import { limitsIn } from './kit/limits.ts'
import { openLive } from './kit/live.ts'
import { openMailer } from './kit/mail.ts'
import { serveMailbox } from './kit/mailbox.ts'
import { migrate, urlAs } from './kit/migrate.ts'
import { servePages } from './kit/pages.ts'
import type { Pools, Services } from './kit/serve.ts'
import { tokensFor } from './kit/tokens.ts'
import { sendMails } from './mails.ts'
import { helpWithForgottenPassword } from './people/auth.ts'
import { sweepTrash } from './tasks/trash.ts'

const sweepMilliseconds = 10 * 60 * 1000
const endingsMilliseconds = 5 * 60 * 1000

/** Brings everything up, and answers once requests are served. */
export async function start(given: Config, { live_reload }: { live_reload: boolean }) {
  const provider = given.stripe ? null : await startTestStripe(given)
  const config = { ...given, stripe: provider?.stripe ?? given.stripe }
  const { owner_url, close: closeDatabase } = await openDatabase(config)
  await migrate(owner_url, config.session_secret)

  const urlOf = (group: Parameters<typeof urlAs>[1]) => urlAs(owner_url, group, config.session_secret)
  const pools: Pools = {
    workspace: connect(urlOf('atrium_workspace'), { max: 24, name: 'workspace' }),
    platform: connect(urlOf('atrium_platform'), { max: 6, name: 'platform' }),
  }
  const limits = limitsIn(pools.workspace)
  let log: { error(details: object, message: string): void } | undefined
  const jobs = await openJobs(urlOf('atrium_jobs'), (error) => log?.error({ err: error }, 'jobs'))
  const services: Services = {
    config,
    tokens: tokensFor(config.session_secret),
    limits,
    jobs,
    live: await openLive(urlOf('atrium_workspace'), (error) => log?.error({ err: error }, 'live')),
    onPlatform: (work) => inTenant(pools.platform, 0, 'read only', work),
  }

  const { app, tenantIdOf } = await createApp({ pools, services })
  log = app.log
  const mailer = openMailer(config)
  if (!config.production && !config.smtp_url) serveMailbox(app, config)
  if (provider) serveTestCheckout(app, { config, provider })
  serveHealth(app, pools.workspace)
  if (live_reload) await (await import('./kit/live-reload.ts')).serveLiveReload(app, { config, tenantIdOf })
  else await servePages(app, { config, tenantIdOf })

  await sendMails({ pools, services, mailer, log: app.log })
  await jobs.work<{ tenant_id: number; email: string }>('forgotten_password', (asked) =>
    helpWithForgottenPassword({ pools, services }, asked),
  )
  await keepHouseDaily(jobs, pools, app.log)
  if (config.demo) await makeDemo(pools)
  await app.listen({ port: config.port, host: config.host })
  const sweep = setInterval(() => {
    for (const swept of [limits.sweep(), sweepTrash(pools)]) swept.catch(() => undefined)
  }, sweepMilliseconds)
  let announcing = Promise.resolve()
  const announce = () => {
    announcing = announceEndings({ pools, services, log: app.log }).then(
      () => undefined,
      (error: unknown) => app.log.error({ err: error }, 'endings not announced'),
    )
  }
  announce()
  const endings = setInterval(announce, endingsMilliseconds)
  greet(config)

  return {
    /** Lets requests and the job at hand finish, then closes everything. */
    async stop() {
      clearInterval(sweep)
      clearInterval(endings)
      await app.close()
      await announcing
      await provider?.close()
      await jobs.stop()
      // Its connections say goodbye while the database stops under them, which is no fault.
      log = undefined
      await services.live.bus.close()
      mailer.close()
      await Promise.all([pools.workspace.end(), pools.platform.end()])
      await closeDatabase()
    },
  }
}

/** For a load balancer, on any host: whether the process runs, and whether it can serve. */
function serveHealth(app: Awaited<ReturnType<typeof createApp>>['app'], pool: pg.Pool) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const isReady = await pool.query('select 1').then(
      () => true,
      () => false,
    )
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable' })
  })
}
