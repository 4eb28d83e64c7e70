import { request as httpRequest } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createElement as h, type ReactElement, type ReactNode } from 'react'
import type { Config } from '../config.ts'
import { notFound } from '../kit/errors.ts'
import { sendDevPage } from '../kit/http/development-page.ts'
import { hostOf, mustBeSameOrigin, siteOf } from '../kit/http/host.ts'
import { fromSmallest, priceInWords } from './money.ts'
import type { TestSession, TestStripe, testStripeAt } from './test-stripe.ts'

type Options = { config: Config; provider: Pick<TestStripe, 'find' | 'complete' | 'event'> | ReturnType<typeof testStripeAt> }
type Asked = FastifyRequest<{ Params: { id: string } }>

/** Serves the stand-in's checkout page with its two buttons at `/dev/checkout/{id}` on the main domain, in development only. */
export function serveTestCheckout(app: FastifyInstance, { config, provider }: Options) {
  if (config.production) throw new Error('The test checkout is for development.')

  const mustBeHere = ({ raw }: Asked) => {
    if (siteOf(hostOf(raw), config.hostname).kind !== 'platform') throw notFound()
    mustBeSameOrigin(raw, config.public_url)
  }
  const sessionOf = async (request: Asked) => {
    mustBeHere(request)
    return provider.find(request.params.id)
  }

  app.get('/dev/checkout/:id', async (request: Asked, reply) => show(reply, await sessionOf(request)))

  app.post('/dev/checkout/:id/pay', async (request: Asked, reply) => {
    mustBeHere(request)
    const session = await provider.complete(request.params.id)
    if (!session) return show(reply, undefined)
    const status = await deliver(app, config, await provider.event(session)).catch(() => 0)
    return status === 200 ? reply.redirect(session.success_url, 303) : show(reply, session, undelivered(status))
  })

  app.post('/dev/checkout/:id/cancel', async (request: Asked, reply) => {
    const session = await sessionOf(request)
    return session ? reply.redirect(session.cancel_url, 303) : show(reply, undefined)
  })
}

/** Posts an event to our own webhook over HTTP, as an external provider would, and returns the status. */
function deliver(app: FastifyInstance, { domain }: Config, { payload, signature }: { payload: string; signature: string }) {
  const [address] = app.addresses()
  if (!address || typeof address === 'string') throw new Error('The server does not listen yet.')
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  return new Promise<number>((resolve, reject) => {
    const sent = httpRequest({
      host: everywhere[address.address] ?? address.address,
      port: address.port,
      method: 'POST',
      path: '/api/stripe/webhook/',
      headers: {
        host: domain,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(payload),
        'stripe-signature': signature,
      },
      timeout: 10_000,
    })
    sent.on('timeout', () => sent.destroy(new Error('No answer.')))
    sent.on('error', reject)
    sent.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.end(payload)
  })
}

const undelivered = (status: number) =>
  h(
    'p',
    { role: 'alert', className: 'alert', key: 'a' },
    `It is paid, but Atrium has not taken the message (${status || 'no answer'}). A real provider would send it again by itself; here you do.`,
  )

const priceOf = ({ amount_total, currency }: TestSession) => priceInWords(fromSmallest(amount_total, currency), currency)

function show(reply: FastifyReply, session: TestSession | undefined, problem?: ReactElement) {
  if (!session)
    return sendPage(reply.code(404), 'No such checkout', [
      h(
        'p',
        { key: 'p' },
        'This test checkout is not there any more. The server forgets them when it ends; go back and start again.',
      ),
    ])
  const isPaid = session.status === 'complete'
  const content = [
    h(
      'p',
      { key: 'p', className: 'quiet' },
      'Nothing is charged here, and no card is asked for. With a Stripe account configured, this is Stripe’s own page.',
    ),
    h(
      'dl',
      { key: 'd' },
      fact('Workspace', session.custom_text.submit.message),
      session.line_items.data.map(({ description }) => fact('Item', description)),
      session.customer_email && fact('Receipt to', session.customer_email),
      fact('To pay', h('strong', null, priceOf(session))),
    ),
    problem ?? (isPaid && h('p', { key: 'b' }, 'This checkout has been paid.')),
    h('div', { key: 'c', className: 'acts' }, isPaid ? actsAfter(session, !problem) : actsBefore(session)),
  ]
  // The `form-action` policy also applies to the targets of redirects.
  const targets = [session.success_url, session.cancel_url].map((url) => new URL(url).origin)
  return sendPage(problem ? reply.code(502) : reply, 'Test checkout', content, targets)
}

const actsBefore = (session: TestSession) => [
  button(`/dev/checkout/${session.id}/pay`, `Pay ${priceOf(session)}`, 'main'),
  button(`/dev/checkout/${session.id}/cancel`, 'Cancel', 'other'),
]

const actsAfter = ({ id, success_url }: TestSession, wasTaken: boolean) => [
  h('a', { key: 'a', href: success_url, className: wasTaken ? 'main' : 'other' }, 'Back to the workspace'),
  button(`/dev/checkout/${id}/pay`, 'Send the message again', wasTaken ? 'other' : 'main'),
]

const fact = (name: string, value: ReactNode) => h('div', { key: name }, h('dt', null, name), h('dd', null, value))

const button = (action: string, label: string, className: string) =>
  h('form', { key: action, method: 'post', action }, h('button', { type: 'submit', className }, label))

const sendPage = (reply: FastifyReply, title: string, content: ReactNode, targets: string[] = []) =>
  sendDevPage(reply, {
    title,
    styles,
    body: h('main', null, h('p', { className: 'mark' }, 'Test mode'), h('h1', null, title), content),
    directives: ["img-src 'self'", `form-action ${["'self'", ...new Set(targets)].join(' ')}`],
    referrer: 'same-origin',
  })

const styles = `
:root { color-scheme: light dark; --line: light-dark(#e4e7e8, #2a3033); --edge: light-dark(#868f93, #6b7478); --card: light-dark(#fff, #171a1c);
  --quiet: light-dark(#4d565a, #a3abae); --accent: light-dark(#007d73, #5fdccf); --on-accent: light-dark(#fff, #06201d);
  --mark: light-dark(#fff3d6, #3a2d0b); --on-mark: light-dark(#6b4a00, #ffd88a) }
* { box-sizing: border-box }
body { margin: 0; background: light-dark(#f7f8f8, #0b0d0e); color: light-dark(#191d1f, #e6e9ea);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif }
main { max-width: 480px; margin: 48px auto; padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
.mark { display: inline-block; margin: 0 0 12px; padding: 2px 12px; border-radius: 99px; background: var(--mark); color: var(--on-mark);
  font-size: 14px; font-weight: 600 }
h1 { margin: 0 0 8px; font-size: 26px; line-height: 1.25 }
p { margin: 0 0 16px; overflow-wrap: anywhere }
a { color: var(--accent) }
.quiet, dt { color: var(--quiet) }
dl { margin: 24px 0; border-block: 1px solid var(--line) }
dl div { display: flex; align-items: baseline; justify-content: space-between; gap: 24px; padding: 12px 0 }
dl div + div { border-top: 1px solid var(--line) }
dt { flex: none }
dd { margin: 0; text-align: end; overflow-wrap: anywhere; min-width: 0 }
dd strong { font-size: 20px; font-variant-numeric: tabular-nums }
.alert { padding: 12px 16px; border-radius: 8px; background: var(--mark); color: var(--on-mark) }
.acts { display: grid; gap: 12px }
button, .acts a { display: grid; place-items: center; width: 100%; min-height: 48px; padding: 8px 20px; text-decoration: none; border-radius: 8px; border: 1px solid var(--edge); font: inherit; font-weight: 600; cursor: pointer }
.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
.other { background: transparent; color: inherit }
button:hover, .acts a:hover { filter: brightness(1.08) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px }
@media (max-width: 560px) { main { margin: 0; min-height: 100vh; border: 0; border-radius: 0; padding: 24px 16px } }
`
