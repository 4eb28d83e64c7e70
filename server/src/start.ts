import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import { createApp } from './app.ts'
import { scheduleBackups } from './backup/nightly.ts'
import { announceEndings } from './billing/ending-notices.ts'
import { serveTestCheckout } from './billing/test-checkout.ts'
import { startTestStripe, testStripeAt } from './billing/test-stripe.ts'
import type { Config, StripeAccount } from './config.ts'
import { connectionsOf, mustTakeAll } from './connections.ts'
import { connectedAsOwner, openDatabase } from './database.ts'
import { createDemo } from './demo/demo.ts'
import { renewDemo } from './demo/renew.ts'
import { moveDemoToToday } from './demo/shift.ts'
import { examiner } from './doctor/doctor.ts'
import { scheduleHousekeeping } from './housekeeping.ts'
import type { Pools, Services } from './kit/context.ts'
import { connectAlone } from './kit/db/alone.ts'
import { connect, inTenant, isShort } from './kit/db/db.ts'
import { type LogIns, logInsOf, migrate } from './kit/db/migrate.ts'
import { scannerAt } from './kit/files/scanner.ts'
import { openStore } from './kit/files/store.ts'
import { servePages } from './kit/http/pages.ts'
import { openJobs } from './kit/jobs.ts'
import { serveMailbox } from './kit/mail/mailbox.ts'
import { type Mailer, openMailer } from './kit/mail/mailer.ts'
import { carrierOf, openChannels } from './kit/realtime/channels.ts'
import { limitsIn } from './kit/security/limits.ts'
import { shareCores } from './kit/security/passwords.ts'
import { tokensFor } from './kit/security/tokens.ts'
import { sendMails } from './mails.ts'
import { startMetrics } from './metrics.ts'
import { mailResetLink, type ResetRequest } from './people/auth.ts'
import { encryptKeysAgain } from './people/encrypt-again.ts'
import { requireOfSuperAdmins } from './people/required.ts'
import { identify } from './people/sessions.ts'
import { completeAllKeys } from './projects/keys.ts'
import { readinessOf } from './readiness.ts'
import { serveJobs } from './recruiting/pages/serve.ts'
import { addressesOf } from './recruiting/pages/sitemap.ts'
import type { JobsSite } from './recruiting/pages/visits.ts'
import { sendSummaries } from './summary/schedule.ts'
import { sweepTrash } from './tasks/trash.ts'
import { type Deletion, finishDeletion } from './tenants/deletion.ts'

const sweepMilliseconds = 10 * 60 * 1000
const announcementsMilliseconds = 5 * 60 * 1000
/** Supervisors commonly kill 10 s after SIGTERM. */
const stopMilliseconds = 8_000

/** What the processes of one machine share. `checkout` is the account at the test checkout, if that replaces Stripe. */
type Infrastructure = { owner_url: string; logIns: LogIns; checkout: StripeAccount | null; close: () => Promise<void> }

/** Starts what all serving processes share: the migrated database, its demonstration, and the test checkout. */
export async function prepare(config: Config): Promise<Infrastructure> {
  const provider = config.stripe ? null : await startTestStripe(config)
  const { owner_url, close } = await openDatabase(config)
  await mustTakeAll(owner_url, config)
  await migrate(owner_url)
  const logIns = await logInsOf(owner_url)
  await connectedAsOwner(owner_url, (client) => requireOfSuperAdmins(client, config.production))
  const pools = poolsOf(logIns, { workspace: 1, platform: 1 })
  try {
    await completeAllKeys(pools)
    if (config.demo) {
      await createDemo(pools, { living: { store: await openStore(config) }, isPublic: config.production })
      if (!config.production) await moveDemoToToday(pools, owner_url)
    }
  } finally {
    await endPools(pools)
  }
  return {
    owner_url,
    logIns,
    checkout: provider?.stripe ?? null,
    async close() {
      await provider?.close()
      await close()
    },
  }
}

/** Joins the infrastructure that another process has prepared. */
export async function joinInfrastructure(config: Config, checkout: StripeAccount | null): Promise<Infrastructure> {
  const database = await openDatabase(config)
  return { ...database, logIns: await logInsOf(database.owner_url), checkout }
}

/** Starts a server and resolves once it accepts requests. */
export async function start(settings: Config, infrastructure: Infrastructure, { live_reload }: { live_reload: boolean }) {
  const { owner_url, logIns, checkout } = infrastructure
  const config = { ...settings, stripe: checkout ?? settings.stripe }
  const { jobs: jobConnections, ...connections } = connectionsOf(config.workers)
  shareCores(config.workers)
  const stopTraces = await startTraces(config)
  const pools = poolsOf(logIns, connections)
  const report = reporter()
  const jobs = await openJobs(logIns.urlOf('atrium_jobs'), report('jobs'), jobConnections)
  const services: Services = {
    config,
    tokens: tokensFor(config.session_secret, config.session_secret_old),
    limits: limitsIn(pools.workspace),
    jobs,
    channels: await openChannels(carrierOf(config, logIns), pools, report('live')),
    store: await openStore(config),
    scan: scannerAt(config.files.clamav_url),
    connectAlone: (tenant_id) => connectAlone(pools.workspace, tenant_id),
    onPlatform: (work) => inTenant(pools.platform, 0, 'read only', work),
    examine: examiner({ config: settings, urlOf: logIns.urlOf }),
  }

  const { app, tenantIdOf, admission, figures } = await createApp({ pools, services })
  report.to(app.log)
  const mailer = openMailer(config)
  if (!config.production && !config.smtp_url) serveMailbox(app, config)
  if (checkout) serveTestCheckout(app, { config, provider: testStripeAt(checkout) })
  const readiness = readinessOf(app.server)
  serveHealth(app, pools.workspace, readiness)
  const site = { pools, services, identify, tenantIdOf, admission }
  serveJobs(app, site, live_reload ? await serveSources(app, site) : await serveBuild(app, site))

  await sendMails({ pools, services, mailer, log: app.log })
  await workJobs({ pools, services, mailer, log: app.log, owner_url })
  const stopMetrics = await startMetrics(config, { jobs, pools, figures })
  collectGarbage()
  await app.listen({ port: config.port, host: config.host })
  const periodic = startPeriodicWork({ pools, services, log: app.log, owner_url })

  return {
    /** Lets requests and jobs in flight finish, within limits, then closes everything, the infrastructure last. */
    async stop() {
      await readiness.drain(config.drain_milliseconds)
      const periodicWork = periodic.stop()
      // A closing server no longer times out half-sent requests, so one of them could keep it open for ever.
      const timer = setTimeout(() => app.server.closeAllConnections(), stopMilliseconds - config.drain_milliseconds)
      await app.close()
      clearTimeout(timer)
      await periodicWork
      await stopMetrics?.()
      await jobs.stop()
      if (stopTraces) await stopTraces()
      // Connections that break while the database stops are not errors.
      report.to(null)
      await services.channels.close()
      mailer.close()
      await endPools(pools)
      await infrastructure.close()
    },
  }
}

/** Serves the web app from its sources. Returns the frame of the pages of openings, for an address. */
const serveSources = async (app: FastifyInstance, { services: { config }, tenantIdOf }: JobsSite) =>
  (await import('./kit/http/live-reload.ts')).serveLiveReload(app, { config, tenantIdOf })

/** The same from its build. */
async function serveBuild(app: FastifyInstance, site: JobsSite) {
  const { services, tenantIdOf } = site
  const frame = await servePages(app, { config: services.config, tenantIdOf, addressesOf: addressesOf(site) })
  return async () => frame
}

/** Loads the modules of traces only if somebody wants them. */
async function startTraces({ traces_url, version }: Config) {
  return traces_url && (await import('./kit/traces/traces.ts')).startTracing({ endpoint: traces_url, version })
}

async function workJobs({ pools, services, mailer, log, owner_url }: PeriodicWork & { mailer: Mailer }) {
  const asOwner = <T>(work: (client: pg.Client) => Promise<T>) => connectedAsOwner(owner_url, work)
  await services.jobs.work<ResetRequest>('forgotten_password', (request) => mailResetLink({ pools, services }, request), log)
  await services.jobs.work<Deletion>(
    'delete_workspace',
    (deletion, id) => finishDeletion({ asOwner, mailer, log, store: services.store }, deletion, id),
    log,
  )
  await scheduleHousekeeping(services, pools, log)
  await scheduleBackups(services.jobs, { config: services.config, log, asOwner })
}

type PeriodicWork = { pools: Pools; services: Services; log: FastifyBaseLogger; owner_url: string }

/**
 * At intervals: sweeps expired rows, announces endings and weekly summaries, and makes the public demonstration new. Once: encrypts by a new
 * secret. `stop` resolves once those in flight are written.
 */
function startPeriodicWork({ pools, services, log, owner_url }: PeriodicWork) {
  const { demo, production } = services.config
  const sweep = setInterval(() => {
    for (const swept of [services.limits.sweep(), sweepTrash(pools)]) swept.catch(() => undefined)
  }, sweepMilliseconds)
  const reported = (work: Promise<unknown>, message: string) => work.catch((error: unknown) => log.error({ err: error }, message))
  let announcing: Promise<unknown> = Promise.resolve()
  const announce = () => {
    announcing = Promise.all([
      reported(announceEndings({ pools, services, log }), 'endings not announced'),
      reported(sendSummaries({ pools, services, log }), 'weekly summaries not sent'),
      demo && production && reported(renewDemo({ pools, owner_url, services }), 'demonstration not made new'),
    ])
  }
  announce()
  const stopping = new AbortController()
  const { signal } = stopping
  const encrypting =
    services.config.session_secret_old && reported(encryptKeysAgain({ pools, services, signal }), 'keys not encrypted again')
  const announcements = setInterval(announce, announcementsMilliseconds)
  return {
    async stop() {
      clearInterval(sweep)
      clearInterval(announcements)
      stopping.abort()
      await Promise.all([announcing, encrypting])
    },
  }
}

/** Starting leaves about 40 MB of garbage, which V8 keeps while the server is idle. Collecting it now delays no request. */
function collectGarbage() {
  // Only contexts that are created after the flag is set have the function.
  setFlagsFromString('--expose-gc')
  const gc: NodeJS.GCFunction = runInNewContext('gc')
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

const poolsOf = ({ urlOf }: LogIns, most: { workspace: number; platform: number }): Pools => ({
  workspace: connect(urlOf('atrium_workspace'), { max: most.workspace, name: 'workspace' }),
  platform: connect(urlOf('atrium_platform'), { max: most.platform, name: 'platform' }),
})

const endPools = ({ workspace, platform }: Pools) => Promise.all([workspace.end(), platform.end()])

type Log = { error(details: object, message: string): void }

/** Buffers errors until there is a log. */
function reporter() {
  let log: Log | null | undefined
  const early: (() => void)[] = []
  const report = (message: string) => (error: unknown) => {
    if (log === undefined) early.push(() => log?.error({ err: error }, message))
    else log?.error({ err: error }, message)
  }
  return Object.assign(report, {
    to(next: Log | null) {
      log = next
      for (const write of early.splice(0)) write()
    },
  })
}

const probeMilliseconds = 1500

/** Serves a load balancer's liveness and readiness probes on any host. Both answer within 2 s. */
export function serveHealth(app: Awaited<ReturnType<typeof createApp>>['app'], pool: pg.Pool, readiness = { isDraining: false }) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const answers = pool.query({ text: 'select 1', query_timeout: probeMilliseconds } as pg.QueryConfig).then(
      () => true,
      () => false,
    )
    const isReady = !readiness.isDraining && !isShort() && (await Promise.race([answers, sleep(probeMilliseconds, false)]))
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable' })
  })
}
