import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type pg from 'pg'
import { createApp } from './app.ts'
import { announceEndings } from './billing/ending-notices.ts'
import { serveTestCheckout } from './billing/test-checkout.ts'
import { startTestStripe, testStripeAt } from './billing/test-stripe.ts'
import type { Config, StripeAccount } from './config.ts'
import { connectionsOf, mustTakeAll } from './connections.ts'
import { openDatabase } from './database.ts'
import { makeDemo } from './demo.ts'
import { keepHouseDaily } from './housekeeping.ts'
import type { Pools, Services } from './kit/context.ts'
import { connect, inTenant, isShort } from './kit/db/db.ts'
import { type Group, migrate, urlAs } from './kit/db/migrate.ts'
import { servePages } from './kit/http/pages.ts'
import { openJobs } from './kit/jobs.ts'
import { serveMailbox } from './kit/mail/mailbox.ts'
import { openMailer } from './kit/mail/mailer.ts'
import { carrierOf, openChannels } from './kit/realtime/channels.ts'
import { limitsIn } from './kit/security/limits.ts'
import { shareCores } from './kit/security/passwords.ts'
import { tokensFor } from './kit/security/tokens.ts'
import { sendMails } from './mails.ts'
import { helpWithForgottenPassword } from './people/auth.ts'
import { sweepTrash } from './tasks/trash.ts'

const sweepMilliseconds = 10 * 60 * 1000
const endingsMilliseconds = 5 * 60 * 1000
/** Supervisors commonly kill 10 s after SIGTERM. */
const stopMilliseconds = 8_000

/** What the processes of one machine have in common. `checkout` is the account at the stand-in for Stripe, where there is one. */
type Infrastructure = { owner_url: string; checkout: StripeAccount | null; close: () => Promise<void> }

/** Brings up what there is once, however many processes serve requests: the newest database, its demonstration, the stand-in. */
export async function prepare(config: Config): Promise<Infrastructure> {
  const provider = config.stripe ? null : await startTestStripe(config)
  const { owner_url, close } = await openDatabase(config)
  await mustTakeAll(owner_url, config)
  await migrate(owner_url, config.session_secret)
  if (config.demo) {
    const pools = poolsOf(config, owner_url, { workspace: 1, platform: 1 })
    await makeDemo(pools)
    await endPools(pools)
  }
  return {
    owner_url,
    checkout: provider?.stripe ?? null,
    async close() {
      await provider?.close()
      await close()
    },
  }
}

/** The same infrastructure for a process that another one has prepared it for. */
export const joinInfrastructure = async (config: Config, checkout: StripeAccount | null): Promise<Infrastructure> => ({
  ...(await openDatabase(config)),
  checkout,
})

/** Serves requests on this infrastructure, and answers once it does. */
export async function start(given: Config, infrastructure: Infrastructure, { live_reload }: { live_reload: boolean }) {
  const { owner_url, checkout } = infrastructure
  const config = { ...given, stripe: checkout ?? given.stripe }
  const { jobs: jobConnections, ...connections } = connectionsOf(config.workers)
  shareCores(config.workers)
  const pools = poolsOf(config, owner_url, connections)
  const limits = limitsIn(pools.workspace)
  const report = reporter()
  const jobs = await openJobs(urlOf(config, owner_url)('atrium_jobs'), report('jobs'), jobConnections)
  const services: Services = {
    config,
    tokens: tokensFor(config.session_secret),
    limits,
    jobs,
    channels: await openChannels(carrierOf(config, urlOf(config, owner_url)('atrium_workspace')), report('live')),
    onPlatform: (work) => inTenant(pools.platform, 0, 'read only', work),
  }

  const { app, tenantIdOf } = await createApp({ pools, services })
  report.to(app.log)
  const mailer = openMailer(config)
  if (!config.production && !config.smtp_url) serveMailbox(app, config)
  if (checkout) serveTestCheckout(app, { config, provider: testStripeAt(checkout) })
  serveHealth(app, pools.workspace)
  if (live_reload) await (await import('./kit/http/live-reload.ts')).serveLiveReload(app, { config, tenantIdOf })
  else await servePages(app, { config, tenantIdOf })

  await sendMails({ pools, services, mailer, log: app.log })
  await jobs.work<{ tenant_id: number; email: string }>('forgotten_password', (asked) =>
    helpWithForgottenPassword({ pools, services }, asked),
  )
  await keepHouseDaily(jobs, pools, app.log)
  collectGarbage()
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

  return {
    /** Lets requests and the job at hand finish, within limits, then closes everything, the infrastructure last. */
    async stop() {
      clearInterval(sweep)
      clearInterval(endings)
      // Node stops timing out half-sent requests once a server closes: one would keep it open for ever.
      const impatience = setTimeout(() => app.server.closeAllConnections(), stopMilliseconds)
      await app.close()
      clearTimeout(impatience)
      await announcing
      await jobs.stop()
      // Its connections say goodbye while the database stops under them, which is no fault.
      report.to(null)
      await services.channels.bus.close()
      mailer.close()
      await endPools(pools)
      await infrastructure.close()
    },
  }
}

/** Starting leaves about 40 MB of garbage, which V8 keeps for as long as the server is idle. Here it makes no request wait. */
function collectGarbage() {
  // Only contexts that are made after the flag is set have the function.
  setFlagsFromString('--expose-gc')
  const gc: NodeJS.GCFunction = runInNewContext('gc')
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

const urlOf =
  ({ session_secret }: Config, owner_url: string) =>
  (group: Group) =>
    urlAs(owner_url, group, session_secret)

function poolsOf(config: Config, owner_url: string, most: { workspace: number; platform: number }): Pools {
  const url = urlOf(config, owner_url)
  return {
    workspace: connect(url('atrium_workspace'), { max: most.workspace, name: 'workspace' }),
    platform: connect(url('atrium_platform'), { max: most.platform, name: 'platform' }),
  }
}

const endPools = ({ workspace, platform }: Pools) => Promise.all([workspace.end(), platform.end()])

type Log = { error(details: object, message: string): void }

/** What fails before there is a log waits for it. */
function reporter() {
  let log: Log | null | undefined
  const early: (() => void)[] = []
  const report = (what: string) => (error: unknown) => {
    if (log === undefined) early.push(() => log?.error({ err: error }, what))
    else log?.error({ err: error }, what)
  }
  return Object.assign(report, {
    to(next: Log | null) {
      log = next
      for (const late of early.splice(0)) late()
    },
  })
}

const probeMilliseconds = 1500

/** For a load balancer, on any host: whether the process runs, and whether it can serve. Both answer within 2 s. */
export function serveHealth(app: Awaited<ReturnType<typeof createApp>>['app'], pool: pg.Pool) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const answers = pool.query({ text: 'select 1', query_timeout: probeMilliseconds } as pg.QueryConfig).then(
      () => true,
      () => false,
    )
    const isReady = !isShort() && (await Promise.race([answers, sleep(probeMilliseconds, false)]))
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable' })
  })
}
