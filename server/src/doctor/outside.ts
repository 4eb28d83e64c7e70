// Checks of what the server needs from outside: mail server, Stripe, the way in through the proxy, and disk space.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import { stripeOf } from '../billing/stripe.ts'
import type { Config } from '../config.ts'
import { isLoopback } from '../kit/http/host.ts'
import type { Check } from './checks.ts'

const gigabyte = 1024 ** 3
const leastFreeBytes = gigabyte

export const outsideChecks = (config: Config, freeBytes = leastFreeBytes): Check[] => [
  {
    name: 'Mail server',
    remedy: 'Check SMTP_URL: host, port, user and password, and that a firewall lets this machine connect.',
    look: () => mailServer(config),
  },
  {
    name: 'Stripe',
    remedy: `Check STRIPE_SECRET_KEY and, in Stripe's dashboard, the webhook ${webhookOf(config)} with its events.`,
    look: () => stripe(config),
  },
  {
    name: 'Public address',
    remedy:
      'Start the server, and let the proxy pass the main domain to it with its Host header unchanged. Check DNS and the certificate.',
    look: (signal) => mainDomain(config, signal),
  },
  {
    name: 'Workspace addresses',
    remedy: `Let DNS, the certificate and the proxy serve *.${config.hostname} like the main domain, with the Host header unchanged.`,
    look: (signal) => subdomains(config, signal),
  },
  {
    name: 'Live updates',
    remedy: 'Let the proxy pass the headers Upgrade and Connection on, so that WebSockets open.',
    look: (signal) => webSocket(config, signal),
  },
  {
    name: 'Disk space',
    remedy: 'Free space on the disk of DATA_DIR, or move it to a larger one. PostgreSQL stops when a disk is full.',
    look: () => diskSpace(config, freeBytes),
  },
]

async function mailServer({ smtp_url }: Config) {
  if (!smtp_url) return 'There is none: development keeps mails in the mailbox.'
  const patience = { connectionTimeout: 5000, greetingTimeout: 5000, dnsTimeout: 5000, socketTimeout: 8000 }
  const transport = createTransport({ url: smtp_url, ...patience, disableFileAccess: true, disableUrlAccess: true })
  try {
    await transport.verify()
    return 'It greets and lets this server log in. Nothing was sent.'
  } finally {
    transport.close()
  }
}

const webhookOf = ({ public_url }: Config) => `${public_url}/api/stripe/webhook/`
const webhookEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'charge.refunded',
  'refund.updated',
  'charge.dispute.created',
  'charge.dispute.closed',
]

async function stripe(config: Config) {
  if (!config.stripe) return 'There is none: the test checkout charges nothing.'
  const client = await stripeOf(config)
  await client.checkout.sessions.list({ limit: 1 })
  const { data } = await client.webhookEndpoints.list({ limit: 100 })
  const own = data.find(({ url, status }) => url === webhookOf(config) && status === 'enabled')
  if (!own) throw new Error(`The key answers, but no enabled webhook leads to ${webhookOf(config)}.`)
  const missing = webhookEvents.filter((event) => !own.enabled_events.some((enabled) => enabled === '*' || enabled === event))
  if (missing.length) throw new Error(`The webhook does not send ${missing.join(', ')}.`)
  return 'The key answers, and the webhook is configured.'
}

type Request = { url: string; headers?: Record<string, string>; signal: AbortSignal }

/** As a browser does, finds names below localhost on this machine. */
function begin({ url, headers = {}, signal }: Request) {
  const { protocol, host, hostname } = new URL(url)
  const nearby = isLoopback(hostname) && hostname.endsWith('localhost') ? { hostname: '127.0.0.1', servername: hostname } : {}
  const send = protocol === 'https:' ? https.request : http.request
  return send(url, { ...nearby, headers: { host, ...headers }, signal, agent: false })
}

async function read(request: Request) {
  const sent = begin(request)
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject).end()
  })
  const body = await text(response)
  return { status: response.statusCode ?? 0, body }
}

async function mainDomain({ public_url }: Config, signal: AbortSignal) {
  const { status, body } = await read({ url: `${public_url}/readyz`, signal })
  if (status !== 200 || body !== '{"status":"ok"}')
    throw new Error(`${public_url}/readyz answers ${status}, not that it is ready.`)
  // A workspace's host would say that there is no such workspace.
  const call = await read({ url: `${public_url}/api/me/`, signal })
  if (call.status !== 401) throw new Error(`${public_url} answers ${call.status} as if it were another host.`)
  return `${public_url} answers.`
}

async function subdomains({ workspaceUrl }: Config, signal: AbortSignal) {
  const url = workspaceUrl(`doctor-${randomBytes(4).toString('hex')}`)
  const { status, body } = await read({ url: `${url}/api/me/`, signal })
  if (status !== 404 || !body.includes('workspace_not_found'))
    throw new Error(`${url} answers ${status}, and not that there is no such workspace.`)
  return `${url} is answered as a workspace.`
}

async function webSocket({ public_url }: Config, signal: AbortSignal) {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    origin: public_url,
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
  }
  const sent = begin({ url: `${public_url}/ws/notifications/`, headers, signal })
  const status = await new Promise<number>((resolve, reject) => {
    sent.once('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode ?? 0)
    })
    sent.once('response', (response) => {
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    sent.once('error', reject).end()
  })
  if (status !== 101) throw new Error(`A WebSocket is answered with ${status}.`)
  return 'WebSockets open.'
}

async function diskSpace({ data_dir }: Config, least: number) {
  let folder = data_dir
  while (!existsSync(folder)) folder = path.dirname(folder)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const words = `${(free / gigabyte).toFixed(1)} GB are free at ${folder}.`
  if (free < least) throw new Error(`Only ${words}`)
  return words
}
