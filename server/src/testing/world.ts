// The API of the tests, over a small world of people with names.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createApp } from '../app.ts'
import { serveTestCheckout } from '../billing/test-checkout.ts'
import { startTestStripe } from '../billing/test-stripe.ts'
import { type Config, readConfig } from '../config.ts'
import { examiner } from '../doctor/doctor.ts'
import type { Services } from '../kit/context.ts'
import { connectAlone } from '../kit/db/alone.ts'
import { inTenant } from '../kit/db/db.ts'
import { testDatabase } from '../kit/db/testing.ts'
import { scannerAt } from '../kit/files/scanner.ts'
import { openStore } from '../kit/files/store.ts'
import { openJobs } from '../kit/jobs.ts'
import { carrierOf, openChannels } from '../kit/realtime/channels.ts'
import type { Timing } from '../kit/realtime/server.ts'
import { limitsIn } from '../kit/security/limits.ts'
import { tokensFor } from '../kit/security/tokens.ts'
import { openClients, openSessions } from './world-clients.ts'
import { addScene, type Name, people, type Workspace } from './world-scene.ts'
import { openSocket, portOf } from './world-sockets.ts'

export { type Answer, okBody, outcome } from './world-clients.ts'
export { hrRows } from './world-hr.ts'
export {
  changes,
  comments,
  dependencies,
  files,
  imports,
  labels,
  members,
  type Name,
  password,
  people,
  projects,
  proposals,
  rooms,
  storeScene,
  subtasks,
  tasks,
  templates,
  tenants,
  timeEntries,
  timeSheets,
  updates,
  uploads,
  views,
} from './world-scene.ts'

export const today = () => new Date().toISOString().slice(0, 10)
export const daysFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Starts the API over a fresh copy of the world, with the test card provider unless `environment` names another. */
export async function testApp(environment: NodeJS.ProcessEnv = {}) {
  const database = await testDatabase()
  await addScene(database.owner_url)
  // The folder appears with the first file.
  const DATA_DIR = path.join(tmpdir(), `atrium-${randomUUID()}`)
  database.closeFirst(() => rm(DATA_DIR, { recursive: true, force: true }))
  const settings = readConfig({ DATA_DIR, SESSION_SECRET: database.secret, LOG_LEVEL: 'silent', ...environment })
  const provider = settings.stripe ? null : await startTestStripe(settings)
  if (provider) database.closeFirst(provider.close)
  const config = { ...settings, stripe: provider?.stripe ?? settings.stripe }
  const { services, anotherServer } = await openServices(database, config)
  const faults: string[] = []
  const logger = { level: 'error', stream: { write: (line: string) => void faults.push(line) } }
  const { app } = await createApp({ pools: database.pools, services, checkAnswers: true, logger })
  if (provider) serveTestCheckout(app, { config, provider })
  database.closeFirst(() => app.close())

  const hostOf = (at: Workspace) => (at === 'platform' ? config.domain : `${at}.${config.domain}`)
  /** Queries the database as its owner, over all tenants. Cast bigint columns to int. */
  const query = async (text: string, ...values: unknown[]) =>
    (await database.owner.query<Record<string, unknown>>(text, values)).rows
  const { sessionOf, cookiesOf } = openSessions({ query }, services)

  type SocketOptions = {
    at?: Workspace
    headers?: Record<string, string>
    server?: { app: typeof app }
    answersPings?: boolean
  }
  /** Opens a socket as this person, over a real connection to a listening server. */
  async function socket(name: Name | null, path: string, { at, headers = {}, server = { app }, ...rest }: SocketOptions = {}) {
    const host = hostOf(at ?? (name ? people[name].at : 'acme'))
    const cookie = name ? { cookie: await cookiesOf(name) } : {}
    const opened = openSocket({ port: await portOf(server.app), path, headers: { host, ...cookie, ...headers }, ...rest })
    database.closeFirst(async () => opened.client.terminate())
    return opened
  }

  const clients = openClients(app, { hostOf, cookiesOf })
  const { jobs } = services
  return {
    ...database,
    ...clients,
    provider,
    app,
    services,
    config,
    hostOf,
    cookiesOf,
    sessionOf,
    jobs,
    query,
    socket,
    anotherServer,
    /** Returns the log's lines about errors that the server did not expect. */
    faults: () => faults.join(''),
  }
}

type Database = Awaited<ReturnType<typeof testDatabase>>

/** Opens the services of a server. After the tests they are closed, and the bus must have reported no error. */
async function openServices(database: Database, config: Config) {
  const { pools } = database
  const jobs = await openJobs(database.urlOf('atrium_jobs'), () => undefined)
  const errors: unknown[] = []
  const open = () => openChannels(carrierOf(config, database.logIns), pools, (error) => errors.push(error))
  const channels = await open()
  database.closeFirst(async () => {
    await channels.close()
    assert.deepEqual(errors, [])
  })
  database.closeFirst(() => jobs.stop())
  const services: Services = {
    config,
    tokens: tokensFor(config.session_secret, config.session_secret_old),
    limits: limitsIn(pools.workspace),
    jobs,
    channels,
    store: await openStore(config),
    scan: scannerAt(config.files.clamav_url),
    connectAlone: (tenant_id) => connectAlone(pools.workspace, tenant_id),
    onPlatform: (work) => inTenant(pools.platform, 0, 'read only', work),
    examine: examiner({ config, urlOf: database.urlOf }),
  }

  /** Starts another server on the same database, with its own sockets and bus. */
  async function anotherServer(timing?: Partial<Timing>) {
    const own = { ...services, channels: await open() }
    const { app } = await createApp({ pools, services: own, checkAnswers: true, ...(timing && { timing }) })
    database.closeFirst(() => own.channels.close())
    database.closeFirst(() => app.close())
    return { app, services: own }
  }
  return { services, anotherServer }
}
