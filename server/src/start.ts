import path from 'node:path'
import type pg from 'pg'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { makeDemo } from './demo.ts'
import { greet } from './greeting.ts'
import { connect, inTenant } from './kit/db.ts'
import { startEmbedded } from './kit/embedded.ts'
import { openJobs } from './kit/jobs.ts'
import { limitsIn } from './kit/limits.ts'
import { openMailer } from './kit/mail.ts'
import { serveMailbox } from './kit/mailbox.ts'
import { migrate, urlAs } from './kit/migrate.ts'
import { servePages } from './kit/pages.ts'
import type { Pools, Services } from './kit/serve.ts'
import { tokensFor } from './kit/tokens.ts'
import { sendMails } from './mails.ts'
import { helpWithForgottenPassword } from './people/auth.ts'

const sweepMilliseconds = 10 * 60 * 1000

/** Brings everything up, and answers once requests are served. */
export async function start(config: Config, { live_reload }: { live_reload: boolean }) {
  const embedded = config.database_url ? null : await startEmbedded({ dir: path.join(config.data_dir, 'postgres') })
  const owner_url = config.database_url ?? embedded?.url('postgres') ?? ''
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
    onPlatform: (work) => inTenant(pools.platform, 0, 'read only', work),
  }

  const { app, tenantIdOf } = await createApp({ pools, services })
  log = app.log
  const mailer = openMailer(config)
  if (!config.production && !config.smtp_url) serveMailbox(app, config)
  serveHealth(app, pools.workspace)
  if (live_reload) await (await import('./kit/live-reload.ts')).serveLiveReload(app, { config, tenantIdOf })
  else await servePages(app, { config, tenantIdOf })

  await sendMails({ pools, services, mailer, log: app.log })
  await jobs.work<{ tenant_id: number; email: string }>('forgotten_password', (asked) =>
    helpWithForgottenPassword({ pools, services }, asked),
  )
  if (config.demo) await makeDemo(pools)
  await app.listen({ port: config.port, host: config.host })
  const sweep = setInterval(() => void limits.sweep().catch(() => undefined), sweepMilliseconds)
  greet(config)

  return {
    /** Lets requests and the job at hand finish, then closes everything. */
    async stop() {
      clearInterval(sweep)
      await app.close()
      await jobs.stop()
      mailer.close()
      await Promise.all([pools.workspace.end(), pools.platform.end()])
      await embedded?.stop()
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
