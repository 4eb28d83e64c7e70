// The small world of the tests: people with names, in workspaces that must never meet.

import assert from 'node:assert/strict'
import { createApp } from '../app.ts'
import { serveTestCheckout } from '../billing/test-checkout.ts'
import { startTestStripe } from '../billing/test-stripe.ts'
import { readConfig } from '../config.ts'
import type { Services } from '../kit/context.ts'
import { inTenant } from '../kit/db/db.ts'
import { testDatabase } from '../kit/db/testing.ts'
import { cookieName } from '../kit/http/cookies.ts'
import { openJobs } from '../kit/jobs.ts'
import { carrierOf, openChannels } from '../kit/realtime/channels.ts'
import type { Timing } from '../kit/realtime/server.ts'
import { limitsIn } from '../kit/security/limits.ts'
import { tokensFor } from '../kit/security/tokens.ts'
import { openSocket, portOf } from './world-sockets.ts'

/** 'Password-1' under Argon2id. */
export const password = 'Password-1'
const password_hash = '$argon2id$v=19$m=19456,t=2,p=1$/9MAct6WxxwzWIGBmgC3FQ$d8UvJ30LQqx7PBZcZ4GNxBq4Iouv/sK2Z8jYCwDMEzc'

export const today = () => new Date().toISOString().slice(0, 10)
export const daysFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export const tenants = {
  acme: { id: 1, ends: 20, blocked: false },
  globex: { id: 2, ends: 20, blocked: false },
  broke: { id: 3, ends: -1, blocked: false },
  shut: { id: 4, ends: 20, blocked: true },
} as const

const workspace = { acme: 1, globex: 2, broke: 3, shut: 4, platform: 0 } as const

/** id, workspace, role, manager. Ann runs Acme; Pam and Max manage there; Dev and Dana work for Pam, Deb for Max, Una for nobody. */
export const people = {
  sol: { id: 1, at: 'platform', role: 'super_admin' },
  ann: { id: 2, at: 'acme', role: 'tenant_admin' },
  pam: { id: 3, at: 'acme', role: 'project_manager' },
  max: { id: 4, at: 'acme', role: 'project_manager' },
  dev: { id: 5, at: 'acme', role: 'developer', manager: 3 },
  dana: { id: 6, at: 'acme', role: 'developer', manager: 3 },
  deb: { id: 7, at: 'acme', role: 'developer', manager: 4 },
  una: { id: 8, at: 'acme', role: 'developer' },
  hana: { id: 9, at: 'acme', role: 'hr' },
  gwen: { id: 10, at: 'globex', role: 'tenant_admin' },
  gil: { id: 11, at: 'globex', role: 'project_manager' },
  gus: { id: 12, at: 'globex', role: 'developer', manager: 11 },
  bo: { id: 13, at: 'broke', role: 'tenant_admin' },
  bea: { id: 14, at: 'broke', role: 'project_manager' },
  sam: { id: 15, at: 'shut', role: 'tenant_admin' },
  ben: { id: 16, at: 'broke', role: 'developer' },
} as const
export type Name = keyof typeof people

/** Website is Pam's, with Dev; Secret is Max's, with Deb; Old is Pam's and inactive; Rocket is Globex's. */
export const projects = { website: 1, secret: 2, old: 3, rocket: 4 } as const
export const members = { pam: 1, dev: 2, max: 3, deb: 4, old_pam: 5, old_dev: 6, gil: 7, gus: 8 } as const
export const tasks = { home_page: 1, plan: 2, gone: 3, engine: 4 } as const
/** Header is nobody's, Footer is Dev's, Plot is Deb's, Fax (in Old) is Dev's, Nozzle is Gus's. */
export const subtasks = { header: 1, footer: 2, plot: 3, fax: 4, nozzle: 5 } as const
/** One by each developer, on the task that has their subtask. */
export const comments = { dev: 1, deb: 2, gus: 3 } as const
/** Made with their projects. */
export const rooms = { website: 1, secret: 2, old: 3, rocket: 4 } as const
export const labels = { design: 1, fuel: 2 } as const

const scene = `
  insert into tenants (id, name, name_key, subdomain, schema, trial_ends_on, is_blocked) overriding system value values
    ${Object.entries(tenants)
      .map(
        ([name, { id, ends, blocked }]) =>
          `(${id}, initcap('${name}'), '${name}', '${name}', '${name}', current_date + ${ends}, ${blocked})`,
      )
      .join(',')};
  insert into people (id, tenant_id, email, full_name, role, job_title, department, manager_id, password_hash, accepted_at) overriding system value values
    ${Object.entries(people)
      .map(([name, person]) => {
        const { id, at, role } = person
        const manager = 'manager' in person ? person.manager : 'null'
        return `(${id}, ${workspace[at]}, '${name}@${at}.test', initcap('${name}'), '${role}', 'Job', 'Engineering', ${manager}, '${password_hash}', now())`
      })
      .join(',')};
  insert into projects (id, tenant_id, name, description, assigned_pm, is_active) overriding system value values
    (1, 1, 'Website', 'The website of Acme.', 3, true), (2, 1, 'Secret', 'Nobody knows about it.', 4, true),
    (3, 1, 'Old', 'Was done long ago.', 3, false), (4, 2, 'Rocket', 'To the moon and back.', 11, true);
  insert into members (id, tenant_id, project_id, person_id, role) overriding system value values
    (1, 1, 1, 3, 'project_manager'), (2, 1, 1, 5, 'developer'), (3, 1, 2, 4, 'project_manager'), (4, 1, 2, 7, 'developer'),
    (5, 1, 3, 3, 'project_manager'), (6, 1, 3, 5, 'developer'), (7, 2, 4, 11, 'project_manager'), (8, 2, 4, 12, 'developer');
  insert into chat_rooms (id, tenant_id, room_type, project_id) overriding system value
    select id, tenant_id, 'PROJECT', id from projects;
  insert into labels (id, tenant_id, name) overriding system value values (1, 1, 'Design'), (2, 2, 'Fuel');
  insert into tasks (id, tenant_id, project_id, title, description) overriding system value values
    (1, 1, 1, 'Home page', 'The first page.'), (2, 1, 2, 'Plan', 'The secret plan.'), (3, 1, 3, 'Gone', 'Long gone task.'), (4, 2, 4, 'Engine', 'It must roar.');
  insert into task_labels (tenant_id, task_id, label_id) values (1, 1, 1), (2, 4, 2);
  insert into subtasks (id, tenant_id, task_id, title, assigned_to_id) overriding system value values
    (1, 1, 1, 'Header', null), (2, 1, 1, 'Footer', 5), (3, 1, 2, 'Plot', 7), (4, 1, 3, 'Fax', 5), (5, 2, 4, 'Nozzle', 12);
  insert into comments (id, tenant_id, task_id, author_id, text) overriding system value values
    (1, 1, 1, 5, 'Nearly there.'), (2, 1, 2, 7, 'Psst.'), (3, 2, 4, 12, 'Vroom.');
  alter table tenants alter column id restart with 1001`

export type Answer = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came back
  body: any
  headers: Record<string, unknown>
  cookies: string[]
}

/** What most rules are about: status and body. */
export const outcome = ({ status, body }: Answer) => [status, body]

/** The API over the world. `as('pam')` is a browser in which Pam is logged in; `as(null)` one in which nobody is. */
export async function testApp(environment: NodeJS.ProcessEnv = {}) {
  const database = await testDatabase()
  await database.asOwner((client) => client.query(scene))
  const given = readConfig({ SESSION_SECRET: database.secret, LOG_LEVEL: 'silent', ...environment })
  // The card provider of the tests, unless they name another.
  const provider = given.stripe ? null : await startTestStripe(given)
  const config = { ...given, stripe: provider?.stripe ?? given.stripe }
  const jobs = await openJobs(database.urlOf('atrium_jobs'), () => undefined)
  const { pools } = database
  const faults: unknown[] = []
  const openChannelsHere = () =>
    openChannels(carrierOf(config, database.urlOf('atrium_workspace')), (error) => faults.push(error))
  const channels = await openChannelsHere()
  const services: Services = {
    config,
    tokens: tokensFor(config.session_secret),
    limits: limitsIn(pools.workspace),
    jobs,
    channels,
    onPlatform: (work) => inTenant(pools.platform, 0, 'read only', work),
  }
  const { app } = await createApp({ pools, services, checkAnswers: true })
  if (provider) {
    serveTestCheckout(app, { config, provider })
    database.closeFirst(provider.close)
  }
  database.closeFirst(async () => {
    await channels.bus.close()
    assert.deepEqual(faults, [])
  })
  database.closeFirst(() => jobs.stop())
  database.closeFirst(() => app.close())

  const hostOf = (at: keyof typeof workspace) => (at === 'platform' ? config.domain : `${at}.${config.domain}`)

  /** A logged-in browser's cookies: someone's of the world, or of a person that the test has made. */
  async function sessionOf(who: Name | { id: number; at: keyof typeof workspace }) {
    const { id, at } = typeof who === 'string' ? people[who] : who
    const key = await database.asOwner(async (client) => {
      const { rows } = await client.query(
        `insert into sessions (tenant_id, person_id, expires_at) values ($1, $2, now() + interval '7 days') returning key`,
        [workspace[at], id],
      )
      return String(rows[0].key)
    })
    const access = services.tokens.sign('access', workspace[at], key, Math.floor(Date.now() / 1000) + 300)
    const refresh = services.tokens.sign('refresh', workspace[at], key, 1)
    return `${cookieName('access', config.secure)}=${access}; ${cookieName('refresh', config.secure)}=${refresh}`
  }

  const sessions = new Map<Name, Promise<string>>()
  function cookiesOf(name: Name) {
    const known = sessions.get(name) ?? sessionOf(name)
    sessions.set(name, known)
    return known
  }

  async function send(host: string, headers: Record<string, string>, route: string, payload?: unknown): Promise<Answer> {
    const [method, url] = route.split(' ') as ['GET', string]
    const isRaw = typeof payload === 'string'
    const response = await app.inject({
      method,
      url,
      headers: { host, ...(payload !== undefined && !isRaw && { 'content-type': 'application/json' }), ...headers },
      ...(payload !== undefined && { payload: isRaw ? payload : JSON.stringify(payload) }),
    })
    const cookies = [response.headers['set-cookie'] ?? []].flat()
    return {
      status: response.statusCode,
      body: response.body ? JSON.parse(response.body) : undefined,
      headers: response.headers,
      cookies,
    }
  }

  const as =
    (name: Name | null, { at, headers = {} }: { at?: keyof typeof workspace; headers?: Record<string, string> } = {}) =>
    async (route: string, payload?: unknown) => {
      const host = hostOf(at ?? (name ? people[name].at : 'acme'))
      const cookie = name ? { cookie: await cookiesOf(name) } : {}
      return send(host, { ...cookie, ...headers }, route, payload)
    }

  /** A browser with a cookie jar of its own, in which nobody has logged in yet. */
  function browser(at: keyof typeof workspace, headers: Record<string, string> = {}) {
    const jar = new Map<string, string>()
    const ask = async (route: string, payload?: unknown) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await send(hostOf(at), { ...(cookie && { cookie }), ...headers }, route, payload)
      for (const line of answer.cookies) {
        const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? []
        if (value) jar.set(name, value)
        else jar.delete(name)
      }
      return answer
    }
    return Object.assign(ask, { jar })
  }

  /** Another server of the same database, with sockets and a bus of its own. */
  async function anotherServer(timing?: Partial<Timing>) {
    const own = { ...services, channels: await openChannelsHere() }
    const { app } = await createApp({ pools, services: own, checkAnswers: true, ...(timing && { timing }) })
    database.closeFirst(() => own.channels.bus.close())
    database.closeFirst(() => app.close())
    return { app, services: own }
  }

  type From = {
    at?: keyof typeof workspace
    headers?: Record<string, string>
    server?: { app: typeof app }
    answersPings?: boolean
  }
  /** A socket of a browser in which this person is logged in, over a connection to a server that really listens. */
  async function socket(who: Name | null, path: string, { at, headers = {}, server = { app }, ...rest }: From = {}) {
    const host = hostOf(at ?? (who ? people[who].at : 'acme'))
    const cookie = who ? { cookie: await cookiesOf(who) } : {}
    const opened = openSocket({ port: await portOf(server.app), path, headers: { host, ...cookie, ...headers }, ...rest })
    database.closeFirst(async () => opened.client.terminate())
    return opened
  }

  /** Looks behind the API or moves a time, as the owner of the database, over all tenants. Cast big integers to int. */
  const look = async (text: string, ...values: unknown[]) =>
    (await database.asOwner((client) => client.query<Record<string, unknown>>(text, values))).rows

  return {
    ...database,
    provider,
    as,
    send,
    app,
    services,
    config,
    hostOf,
    cookiesOf,
    sessionOf,
    jobs,
    browser,
    look,
    socket,
    anotherServer,
  }
}
