import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Config, StripeAccount } from '../config.ts'

export type TestSession = NonNullable<ReturnType<typeof sessionOf>>
type Status = 'paid' | 'unpaid' | 'no_payment_required'
type EventType = 'completed' | 'expired' | 'async_payment_succeeded' | 'async_payment_failed'

const random = () => randomBytes(24).toString('hex')
const secondsOpen = 24 * 60 * 60

export type TestStripe = Awaited<ReturnType<typeof startTestStripe>>

/**
 * Starts the part of Stripe's API that a checkout needs, on loopback and in memory, for the official library as client. It
 * has no accounts, takes no cards, and is not for production.
 */
export async function startTestStripe(config: Config) {
  if (config.production || config.stripe) throw new Error('The test checkout is for development without a Stripe account.')
  const sessions = new Sessions(config)
  const account = { secret_key: `sk_test_${random()}`, webhook_secret: config.webhook_secret ?? `whsec_${random()}` }
  const server = createServer((request, response) => {
    answer(request, sessions, account.secret_key).then(
      ({ status, body }) => send(response, status, body),
      () => send(response, 500, failure('api_error', 'The test checkout failed.')),
    )
  })

  const stripe: StripeAccount = { ...account, api_base: `http://127.0.0.1:${await listen(server)}` }
  return {
    stripe,
    find: (id: string) => sessions.find(id),
    complete: (id: string, payment_status?: Status) => sessions.complete(id, payment_status),

    /** Returns the payload of an event about a session, and its signature. */
    event: (session: Pick<TestSession, 'id'>, type?: EventType) => eventOf(account.webhook_secret, session, type),

    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function answer(request: IncomingMessage, sessions: Sessions, secret_key: string) {
  const { method, headers } = request
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (headers.authorization !== `Bearer ${secret_key}`)
    return { status: 401, body: failure('invalid_request_error', 'Invalid API Key provided.') }
  const [, id, button] = /^\/v1\/checkout\/sessions(?:\/(\w+)(\/complete)?)?$/.exec(pathname) ?? [null, null]
  if (id === null) return { status: 404, body: failure('invalid_request_error', 'Unrecognized request URL.') }
  if (method === 'POST' && id === undefined)
    return sessions.create(await text(request), String(headers['idempotency-key'] ?? random()))
  if (method === 'GET' && id === undefined) return { status: 200, body: sessions.list(searchParams) }
  const session = button && method === 'POST' ? sessions.complete(id ?? '') : sessions.find(id ?? '')
  return session
    ? { status: 200, body: session }
    : { status: 404, body: failure('invalid_request_error', 'No such checkout.session.') }
}

class Sessions {
  readonly #config: Config
  readonly #sessions = new Map<string, TestSession>()
  readonly #created = new Map<string, { params: string; session: TestSession }>()
  constructor(config: Config) {
    this.#config = config
  }

  find(id: string) {
    return this.#sessions.get(id)
  }

  create(params: string, key: string) {
    const before = this.#created.get(key)
    if (before && before.params !== params)
      return { status: 400, body: failure('idempotency_error', 'The key was used with other parameters.') }
    const session = before?.session ?? sessionOf(new URLSearchParams(params), this.#config)
    if (!session) return { status: 400, body: failure('invalid_request_error', 'A parameter is missing or wrong.') }
    if (!before) this.#sessions.set(session.id, session)
    this.#created.set(key, { params, session })
    return { status: 200, body: session }
  }

  /** Completes a session as a card would: paid now, later or with nothing. A paid session stays paid. */
  complete(id: string, payment_status: Status = 'paid') {
    const session = this.#sessions.get(id)
    if (!session) return undefined
    const isPaid = session.payment_status !== 'unpaid'
    const next = isPaid ? session : { ...session, status: 'complete' as const, payment_status, url: null }
    this.#sessions.set(id, next)
    return next
  }

  list(query: URLSearchParams) {
    const found = [...this.#sessions.values()]
      .reverse()
      .filter(({ created }) => created >= Number(query.get('created[gte]') ?? 0))
      .filter(({ status }) => !query.has('status') || status === query.get('status'))
      .filter(({ payment_intent }) => !query.has('payment_intent') || payment_intent === query.get('payment_intent'))
    const from = found.findIndex(({ id }) => id === query.get('starting_after')) + 1
    const data = found.slice(from, from + Number(query.get('limit') ?? 10))
    return { object: 'list', url: '/v1/checkout/sessions', has_more: from + data.length < found.length, data }
  }
}

/** A client of the stand-in that another process of this machine has started. */
export function testStripeAt({ secret_key, webhook_secret, api_base }: StripeAccount) {
  async function request(method: string, path: string) {
    const headers = { authorization: `Bearer ${secret_key}` }
    const answer = await fetch(`${api_base}/v1/checkout/sessions/${path}`, { method, headers })
    return answer.ok ? ((await answer.json()) as TestSession) : undefined
  }
  return {
    find: (id: string) => request('GET', encodeURIComponent(id)),
    complete: (id: string) => request('POST', `${encodeURIComponent(id)}/complete`),
    event: (session: TestSession) => eventOf(webhook_secret, session),
  }
}

async function eventOf(secret: string, session: Pick<TestSession, 'id'>, type: EventType = 'completed') {
  const { default: Library } = await import('stripe')
  const created = Math.floor(Date.now() / 1000)
  const payload = JSON.stringify({
    id: `evt_${session.id}_${type}`,
    object: 'event',
    api_version: Library.API_VERSION,
    created,
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: `checkout.session.${type}`,
    data: { object: session },
  })
  return { payload, signature: Library.webhooks.generateTestHeaderString({ payload, secret }) }
}

function listen(server: Server) {
  return new Promise<number>((listening, failed) => {
    server.once('error', failed)
    // The stand-in alone must not keep the process alive.
    server.unref()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      listening(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

function send(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${random()}` }).end(JSON.stringify(body))
}

const failure = (type: string, message: string) => ({ error: { type, message } })

/** Builds a session with the fields of Stripe's that this product reads. Returns null if the parameters can't be sold. */
function sessionOf(params: URLSearchParams, { public_url }: Config) {
  const item = (name: string) => params.get(`line_items[0]${name}`) ?? ''
  const amount = Number(item('[price_data][unit_amount]')) * Number(item('[quantity]'))
  const currency = item('[price_data][currency]')
  const [success_url, cancel_url] = [params.get('success_url') ?? '', params.get('cancel_url') ?? '']
  const isComplete = params.get('mode') === 'payment' && Number.isSafeInteger(amount) && amount > 0 && /^[a-z]{3}$/.test(currency)
  if (!isComplete || !URL.canParse(success_url) || !URL.canParse(cancel_url)) return null
  const metadata = [...params].flatMap(([name, value]) => {
    const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? []
    return key ? [[key, value]] : []
  })
  const id = `cs_test_${random()}`
  const created = Math.floor(Date.now() / 1000)
  return {
    id,
    object: 'checkout.session',
    mode: 'payment',
    status: 'open' as 'open' | 'complete',
    payment_status: 'unpaid' as Status,
    amount_subtotal: amount,
    amount_total: amount,
    currency,
    client_reference_id: params.get('client_reference_id'),
    customer_email: params.get('customer_email'),
    metadata: Object.fromEntries(metadata) as Record<string, string>,
    payment_intent: `pi_${random()}`,
    payment_method_types: ['card'],
    line_items: {
      object: 'list',
      has_more: false,
      data: [
        { object: 'item', quantity: 1, amount_total: amount, currency, description: item('[price_data][product_data][name]') },
      ],
    },
    custom_text: { submit: { message: item('[price_data][product_data][description]') } },
    success_url,
    cancel_url,
    created,
    expires_at: created + secondsOpen,
    livemode: false,
    ui_mode: 'hosted',
    url: `${public_url}/dev/checkout/${id}` as string | null,
  }
}
