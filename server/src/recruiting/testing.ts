// For tests of the public pages of openings: the world, with these pages on its hosts.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { departments } from 'contract'
import type { LightMyRequestResponse } from 'fastify'
import { makeAdmissionControl } from '../kit/http/admission-control.ts'
import { identify } from '../people/sessions.ts'
import { tenantFinder } from '../tenants/finder.ts'
import { okBody, testApp } from '../testing/world.ts'
import { serveJobs } from './pages/serve.ts'

/** As the build makes it, but for the styles. */
const frame = `<html data-accent="__ACCENT__"><title>__TITLE__</title><meta name="description" content="__DESCRIPTION__">
  <meta name="robots" content="__ROBOTS__"><link href="__ADDRESS__"><style nonce="__NONCE__"></style>
  <a href="__HOME__">__WORKSPACE__</a><main>__CONTENT__</main></html>`

type Asked = {
  host?: string
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Record<string, string>
  payload?: Buffer
  /** The address of the client. */
  from?: string
}
type Fields = Record<string, string | File | undefined>

export const pdf = (text = 'My life.') => Buffer.from(`%PDF-1.4\n${text}`)
export const file = (bytes: Buffer, name = 'cv.pdf') => new File([new Uint8Array(bytes)], name, { type: 'application/pdf' })

/** A form as somebody fills it in. Each has a CV of its own. */
export const filled = (): Fields => ({
  form_key: randomUUID(),
  full_name: 'Ada Applicant',
  email: 'Ada@Example.org',
  phone: '+49 30 123',
  links: 'https://ada.example.org\r\nhttps://code.example.org/ada',
  cv: file(pdf(randomUUID())),
  consent: 'yes',
  topic: '',
})

/** The server says that it has taken an application. */
export const mustBeTaken = ({ statusCode, headers, body }: LightMyRequestResponse, id: number) =>
  assert.deepEqual([statusCode, headers.location, body], [303, `/jobs/${id}/thanks`, ''])

/** The names of the questions' fields. */
export const namesIn = ({ body }: LightMyRequestResponse) =>
  [...body.matchAll(/ name="(answer-\w+)"/g)].map(([, name = '']) => name)

/** The messages at the fields. */
export const problemsIn = ({ body }: LightMyRequestResponse) =>
  Object.fromEntries([...body.matchAll(/id="field-([\w-]+)-problem">([^<]*)</g)].map(([, name = '', text = '']) => [name, text]))

const blank = { department: departments[0], location: null, description: '', closes_on: null, status: 'published', questions: [] }

export async function jobsWorld() {
  const world = await testApp({ RATE_LIMIT: '0', FILES_GB: '1' })
  const { app, as, query, config, hostOf, pools } = world
  const hana = as('hana')
  /** Tests replace parts of them for a while. */
  const services = { ...world.services }
  const site = { pools, services, identify, tenantIdOf: tenantFinder(pools), admission: makeAdmissionControl(pools, config) }
  serveJobs(app, site, async () => frame)

  const ask = (url: string, { host = hostOf('acme'), method = 'GET', headers = {}, payload, from = '127.0.0.1' }: Asked = {}) =>
    app.inject({ method, url, headers: { host, ...headers }, ...(payload && { payload }), remoteAddress: from })

  return {
    ...world,
    services,
    site,
    ask,
    statusOf: async (url: string, asked?: Asked) => (await ask(url, asked)).statusCode,

    /** Publishes an opening of Acme, or of the workspace of the request. Returns its id. */
    async open(changes: object = {}, request = hana): Promise<number> {
      return (await okBody(request('POST /api/openings/', { title: 'Baker', ...blank, ...changes }))).id
    },
    change: (id: number, changes: object) => okBody(hana(`PATCH /api/openings/${id}/`, changes)),

    /** Sends the form of an opening as a browser does. */
    async apply(id: number, fields: Fields, asked: Asked = {}) {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
      const encoded = new Response(form)
      const host = asked.host ?? hostOf('acme')
      const headers = { 'content-type': encoded.headers.get('content-type') ?? '', origin: `http://${host}`, ...asked.headers }
      return ask(`/jobs/${id}`, { ...asked, method: 'POST', payload: Buffer.from(await encoded.arrayBuffer()), headers })
    },

    applicationsOf: (id: number) => query('select * from applications where opening_id = $1 order by id', id),
    /** How many objects the store has of Acme. */
    objects: async () => (await Array.fromAsync(services.store.list('1/'))).length,
    /** The mails that confirm an application. */
    confirmations: () =>
      query(`select data from pgboss.job where name = 'mail' and data->>'template' = 'application_received' order by created_on`),
  }
}
