import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createElement as h, type ReactNode } from 'react'
import type { Config } from '../../config.ts'
import { notFound } from '../errors.ts'
import { mustBeLocal, newNonce, sendDevPage } from '../http/development-page.ts'
import type { Mail } from './mailer.ts'

type StoredMail = Mail & { id: string; sent_at: string; links: string[] }

const maxMails = 200
let lastSentAt = 0

export const linksIn = (text: string) => text.match(/https?:\/\/[^\s<>"]+/g) ?? []

/** Stores a mail for `/dev/mail`. Replaces an earlier mail with the same id. */
export async function keepMail({ data_dir }: Config, mail: Mail, id: string) {
  const directory = path.join(data_dir, 'mail')
  const file = path.join(directory, `${idOf(id)}.json`)
  // Never returns the same moment twice, so that the order is well defined.
  lastSentAt = Math.max(Date.now(), lastSentAt + 1)
  const stored: StoredMail = { id, sent_at: new Date(lastSentAt).toISOString(), ...mail, links: linksIn(mail.text) }
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeFile(`${file}.new`, JSON.stringify(stored), { mode: 0o600 })
  await rename(`${file}.new`, file)
  for (const old of (await readMails(data_dir)).slice(maxMails)) await rm(path.join(directory, `${old.id}.json`), { force: true })
}

/** Development only: serves the mails that would have been sent, at `/dev/mail` on our hosts and loopback names. */
export function serveMailbox(app: FastifyInstance, config: Config) {
  if (config.production || config.smtp_url) throw new Error('The mailbox is for development without a mail server.')

  const onRequest = mustBeLocal(config)
  app.get('/dev/mail.json', { onRequest }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await readMails(config.data_dir)),
  )
  app.get('/dev/mail', { onRequest }, async (_request, reply) =>
    sendPage(reply, 'Mail', list(await readMails(config.data_dir)), true),
  )
  app.get<{ Params: { id: string } }>('/dev/mail/:id', { onRequest }, async ({ params }, reply) => {
    const mail = (await readMails(config.data_dir)).find(({ id }) => id === params.id)
    if (!mail) throw notFound()
    const nonce = newNonce()
    return sendPage(reply, mail.subject, opened(mail, nonce), false, nonce)
  })
}

/** The stored mails, newest first. */
async function readMails(data_dir: string) {
  const directory = path.join(data_dir, 'mail')
  const files = await readdir(directory).catch(() => [])
  const mails = await Promise.all(
    files.filter((file) => file.endsWith('.json')).map((file) => readMail(path.join(directory, file))),
  )
  return mails.filter((mail) => mail !== null).sort((a, b) => b.sent_at.localeCompare(a.sent_at))
}

/** Null for a mail that another process has just deleted. */
const readMail = (file: string): Promise<StoredMail | null> => readFile(file, 'utf8').then(JSON.parse, () => null)

function idOf(id: string) {
  if (!/^[\w-]{1,100}$/.test(id)) throw new Error('Not the id of a mail.')
  return id
}

const list = (mails: StoredMail[]) => [
  h('h1', null, 'Mail'),
  h(
    'p',
    { className: 'quiet' },
    'What this development server would have sent. The newest is first, and new mail shows by itself.',
  ),
  mails.length
    ? h('ul', null, mails.map(row))
    : h('p', { className: 'empty' }, 'No mail yet. Sign up, invite somebody or ask for a new password.'),
]

const row = (mail: StoredMail) =>
  h(
    'li',
    { key: mail.id },
    h('a', { href: `/dev/mail/${mail.id}` }, h('strong', null, mail.subject), h('span', null, mail.to), timeOf(mail)),
  )

const opened = (mail: StoredMail, nonce: string) => [
  h('p', null, h('a', { href: '/dev/mail' }, '← All mail')),
  h('h1', null, mail.subject),
  h('p', { className: 'quiet' }, `To ${mail.to} · `, timeOf(mail)),
  mail.links.map((link) =>
    h('p', { key: link, className: 'link' }, h('a', { href: link, target: '_blank', rel: 'noreferrer' }, link)),
  ),
  // The frame inherits this page's policy, so its style sheet needs the nonce. The sandbox allows no scripts and no access to our origin.
  h('iframe', {
    title: 'The mail as HTML',
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    srcDoc: mail.html.replaceAll('<style', `<style nonce="${nonce}"`),
  }),
  h('h2', null, 'Plain text'),
  h('pre', null, mail.text),
]

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const timeOf = ({ sent_at }: StoredMail) => h('time', { dateTime: sent_at }, moment.format(new Date(sent_at)))

function sendPage(reply: FastifyReply, title: string, content: ReactNode[], refreshes: boolean, nonce = newNonce()) {
  const script = refreshes && h('script', { key: 's', nonce, dangerouslySetInnerHTML: { __html: refresh } })
  return sendDevPage(reply, {
    title,
    styles,
    body: [h('main', { key: 'm' }, ...content), script],
    nonce,
    directives: [
      "img-src 'self' data:",
      ...(refreshes ? [`script-src 'nonce-${nonce}'`, "connect-src 'self'"] : []),
      // Mails have their styles in attributes.
      "style-src-attr 'unsafe-inline'",
      "form-action 'none'",
    ],
    referrer: 'no-referrer',
  })
}

const refresh = `
const look = async () => (await fetch('/dev/mail.json')).text()
const shown = look()
setInterval(async () => { if ((await look()) !== (await shown)) location.reload() }, 2000)`

const styles = `
:root { color-scheme: light dark; --line: light-dark(#e4e7e8, #2a3033); --card: light-dark(#fff, #171a1c);
  --quiet: light-dark(#4d565a, #a3abae); --accent: light-dark(#007d73, #5fdccf) }
body { margin: 0; background: light-dark(#f7f8f8, #0b0d0e); color: light-dark(#191d1f, #e6e9ea);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif }
main { max-width: 760px; margin: 0 auto; padding: 32px 16px 64px }
h1 { margin: 0 0 4px; font-size: 26px; line-height: 1.25; overflow-wrap: anywhere }
h2 { margin: 32px 0 8px; font-size: 16px }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
p { margin: 0 0 16px; overflow-wrap: anywhere }
time { font-variant-numeric: tabular-nums; white-space: nowrap }
.quiet, .empty { color: var(--quiet) }
.empty { padding: 48px 16px; text-align: center; border: 1px dashed var(--line); border-radius: 12px }
.link { margin: 0 0 8px; overflow-wrap: anywhere }
ul { margin: 0; padding: 0; list-style: none; background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow: hidden }
li + li { border-top: 1px solid var(--line) }
li a { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 12px 16px; color: inherit; text-decoration: none }
li a:hover { background: light-dark(#e9faf8, #212629) }
li strong { grid-column: 1 / -1; font-weight: 600; overflow-wrap: anywhere }
li span, li time { color: var(--quiet); font-size: 14px; overflow-wrap: anywhere }
iframe { display: block; width: 100%; height: 620px; margin-top: 16px; box-sizing: border-box; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
pre { margin: 0; padding: 16px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; font-size: 14px; white-space: pre-wrap; overflow-wrap: anywhere }
@media (max-width: 480px) { li a { grid-template-columns: 1fr } }
`
