import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import Fastify from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { readConfig } from '../../config.ts'
import { testApp } from '../../testing/world.ts'
import { nameInMail, renderLetter, textInMail } from './letter.ts'
import { serveMailbox } from './mailbox.ts'
import { type Mail, openMailer } from './mailer.ts'

const data_dir = mkdtempSync(path.join(tmpdir(), 'atrium-mail-'))
after(() => rmSync(data_dir, { recursive: true }))

const configWith = (environment: NodeJS.ProcessEnv = {}) =>
  readConfig({ DATA_DIR: data_dir, LOG_LEVEL: 'silent', ...environment })

type Received = { mail: Email; to: string[] }

const arrived: Received[] = []
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  closeTimeout: 50,
  onData: async (stream, session, done) => {
    const mail = await PostalMime.parse(new Response(ReadableStream.from(stream)).body ?? '')
    arrived.push({ mail, to: session.envelope.rcptTo.map(({ address }) => address) })
    done()
  },
})
server.on('error', () => undefined)
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const { port } = server.server.address() as AddressInfo
const mailer = openMailer(configWith({ SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://atrium.test' }))
after(() => {
  mailer.close()
  server.close()
})

async function receive(mail: Mail, id = 'job-1') {
  arrived.length = 0
  await mailer.send(mail, id)
  assert.equal(arrived.length, 1)
  const [received] = arrived
  assert.ok(received)
  return received
}

const hello: Mail = { to: 'ann@acme.test', subject: 'Hello', html: '<p>Hello <b>Ann</b></p>', text: 'Hello Ann' }

test('a mail arrives in both versions, from the configured sender, under an id that stays the same', async () => {
  const { mail, to } = await receive(hello, '7f9c')
  assert.deepEqual(to, ['ann@acme.test'])
  assert.equal(mail.subject, 'Hello')
  assert.match(mail.html ?? '', /Hello <b>Ann<\/b>/)
  assert.equal(mail.text?.trim(), 'Hello Ann')
  assert.deepEqual(mail.from, { name: 'Atrium', address: 'no-reply@atrium.test' })
  assert.equal(mail.messageId, '<7f9c@atrium.test>')
  assert.equal((await receive(hello, '7f9c')).mail.messageId, '<7f9c@atrium.test>')
})

test('what people typed into a subject adds no header, no recipient and no turned text', async () => {
  for (const end of ['\r\n', '\n', '\r', '\u2028', '\0']) {
    const { mail, to } = await receive({ ...hello, subject: `Join${end}Bcc: eve@evil.test${end}${end}<b>body</b> \u202eevil` })
    assert.equal(mail.subject, 'Join Bcc: eve@evil.test <b>body</b> evil')
    assert.deepEqual(to, ['ann@acme.test'])
    assert.equal(mail.bcc, undefined)
    assert.equal(mail.text?.trim(), 'Hello Ann')
  }
})

test('an address is one address, or nothing is sent', async () => {
  arrived.length = 0
  const attempts = [
    'a@b.test\r\nBcc: eve@evil.test',
    'a@b.test, eve@evil.test',
    'Eve <eve@evil.test>',
    'a@b.test>\r\nRCPT TO:<eve@evil.test',
    '',
  ]
  for (const to of attempts) await assert.rejects(mailer.send({ ...hello, to }, 'x'), /Not an e-mail address/)
  assert.equal(arrived.length, 0)
})

test('letters outside ASCII arrive as they are', async () => {
  const { mail } = await receive({ ...hello, subject: 'Grüße an 株式会社 👋', text: 'Grüße 👋' })
  assert.equal(mail.subject, 'Grüße an 株式会社 👋')
  assert.equal(mail.text?.trim(), 'Grüße 👋')
})

test('a mail server that takes the call and then says nothing, or too little, is given up', async () => {
  for (const greeting of ['', '220 slow\r\n']) {
    const held = new Set<net.Socket>()
    const silent = net.createServer((socket) => {
      held.add(socket.on('error', () => undefined))
      socket.write(greeting)
    })
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
    const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const [waiting, patient] = [400, 600_000].map((patience) => openMailer(configWith({ SMTP_URL: url }), { patience }))
    const others = patient?.send(hello, 'y')
    await assert.rejects(async () => waiting?.send(hello, 'x'))
    assert.equal(await Promise.race([others?.catch(() => 'given up'), 'still waiting']), 'still waiting')
    for (const socket of held) socket.destroy()
    await assert.rejects(async () => others)
    for (const mailer of [waiting, patient]) mailer?.close()
    silent.close()
  }
})

test('without a mail server, mails are kept, the newest first, and shown as harmless pages', async () => {
  const config = configWith()
  const box = openMailer(config)
  const app = Fastify()
  serveMailbox(app, config)
  assert.deepEqual((await app.inject('/dev/mail.json')).json(), [])
  assert.match((await app.inject('/dev/mail')).body, /No mail yet/)

  const evil = '</title><script>alert(1)</script>"\'&'
  await box.send({ ...hello, subject: 'First' }, 'one')
  await box.send(
    { ...hello, subject: evil, html: `<style>a{}</style><p>${evil}</p>`, text: `${evil} http://acme.localhost:8000/x?a=1&b=2` },
    'two',
  )
  await box.send(
    { ...hello, subject: evil, html: `<style>a{}</style><p>${evil}</p>`, text: `${evil} http://acme.localhost:8000/x?a=1&b=2` },
    'two',
  )

  const mails = (await app.inject('/dev/mail.json')).json()
  assert.deepEqual(
    mails.map(({ id, to, subject }: { id: string; to: string; subject: string }) => [id, to, subject]),
    [
      ['two', 'ann@acme.test', evil],
      ['one', 'ann@acme.test', 'First'],
    ],
  )
  assert.deepEqual(mails[0].links, ['http://acme.localhost:8000/x?a=1&b=2'])

  for (const url of ['/dev/mail', '/dev/mail/two']) {
    const { body, headers } = await app.inject({ url, headers: { host: 'acme.localhost:8000' } })
    assert.match(body, /&lt;script&gt;/)
    assert.doesNotMatch(body, /<script>|<script [^n]|<\/title><s/)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'none'/)
    // The list polls for new mails by its own script; an opened mail is shown in a sandbox without scripts.
    assert.equal(/script-src 'nonce-[\w-]+'/.test(policy), url === '/dev/mail')
    const [, nonce] = /style-src 'nonce-([\w-]+)'/.exec(policy) ?? []
    assert.ok(nonce && body.includes(`<style nonce="${nonce}">`))
  }
  assert.match((await app.inject('/dev/mail/two')).body, /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  for (const url of ['/dev/mail/three', '/dev/mail/..%2f..%2fsession-secret', '/dev/mail/%00'])
    assert.notEqual((await app.inject(url)).statusCode, 200)
  await assert.rejects(box.send(hello, '../../evil'), /Not the id/)
})

test('the mailbox keeps the newest 200', async () => {
  const config = configWith({ DATA_DIR: path.join(data_dir, 'full') })
  const box = openMailer(config)
  for (let i = 0; i < 203; i++) await box.send({ ...hello, subject: `Mail ${i}` }, `mail-${i}`)
  const app = Fastify()
  serveMailbox(app, config)
  const mails = (await app.inject('/dev/mail.json')).json()
  assert.equal(mails.length, 200)
  assert.equal(mails[0].subject, 'Mail 202')
  assert.equal(mails[199].subject, 'Mail 3')
})

test('the mailbox answers to the main domain, its workspaces and loopback names, and to no other name', async () => {
  const { app, config, send } = await testApp({ PUBLIC_URL: 'http://atrium.test:8000', DATA_DIR: path.join(data_dir, 'hosts') })
  serveMailbox(app, config)
  await openMailer(config).send(hello, 'one')
  for (const url of ['/dev/mail', '/dev/mail.json', '/dev/mail/one']) {
    for (const host of [
      'atrium.test:8000',
      'atrium.test',
      'acme.atrium.test',
      'localhost:8000',
      'acme.localhost',
      '127.0.0.1',
      '[::1]:8000',
    ])
      assert.equal((await app.inject({ url, headers: { host } })).statusCode, 200, `${host}${url}`)
    for (const host of [
      'evil.example',
      'atrium.test.evil.example',
      'a.b.atrium.test',
      '127.0.0.1.evil.example',
      '192.168.1.7',
      '[::2]',
    ]) {
      const answer = await app.inject({ url, headers: { host } })
      assert.deepEqual([answer.statusCode, answer.json()], [404, { detail: 'Not found.' }], `${host}${url}`)
    }
  }
  assert.equal((await send('evil.example', {}, 'GET /dev/checkout/cs_test_1')).status, 404)
})

test('the mailbox is not opened in production, nor beside a mail server', () => {
  const settings = { SMTP_URL: 'smtp://127.0.0.1:1', SESSION_SECRET: 'bd41d0c7c9be2ad22c0b4e6b2f5a3c18' }
  const keys = { STRIPE_SECRET_KEY: 'sk_test', STRIPE_WEBHOOK_SECRET: 'whsec' }
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://atrium.example.com', TRUST_PROXY: 'none' }
  for (const environment of [settings, { ...settings, ...keys, ...production }])
    assert.throws(() => serveMailbox(Fastify(), configWith(environment)), /for development/)
})

test('a letter shows names as text, in both versions', async () => {
  const name = '<img src=x onerror=alert(1)> & "Sons"'
  const { html, text } = await renderLetter({
    preview: name,
    heading: name,
    paragraphs: [name],
    button: { label: name, url: 'https://acme.atrium.test/login?a=1&b=2' },
    footer: name,
  })
  assert.doesNotMatch(html, /<img/)
  assert.match(html, /&lt;img src=x onerror=alert\(1\)&gt; &amp; &quot;Sons&quot;/)
  assert.equal(text.split(name).length, 5)
  assert.match(text, /^https:\/\/acme\.atrium\.test\/login\?a=1&b=2$/m)
})

test('a name is short, on one line, and no link', () => {
  assert.equal(nameInMail('Ann\r\nBcc: Lee\u202e'), 'Ann Bcc: Lee')
  assert.equal(nameInMail('Dr. Ann O’Neil Jr.'), 'Dr. Ann O’Neil Jr.')
  assert.equal([...nameInMail('👋'.repeat(255))].length, 100)
  for (const name of ['Win at https://evil.test/now', 'evil.test', 'www.evil.test', 'eve@evil.test'])
    assert.doesNotMatch(nameInMail(name), /[a-z0-9][.@:](?=[a-z0-9/])/)
})

test('line breaks that people type stay in both versions, and an empty line begins a paragraph', async () => {
  const letter = { preview: 'P', heading: 'H', footer: 'F' }
  for (const lineBreak of ['\n', '\r\n', '\u2028']) {
    const { html, text } = await renderLetter({ ...letter, paragraphs: [`One <b>${lineBreak}Two`] })
    assert.match(text, /H\n\nOne <b>\nTwo\n\n/)
    assert.match(html, /One &lt;b&gt;<br\/>Two<\/p>/)
  }
  const { html, text } = await renderLetter({ ...letter, paragraphs: ['One\n \nTwo\n\n\n', ''] })
  assert.match(text, /H\n\nOne\n\nTwo\n\n--/)
  assert.match(html, /One<\/p><p[^>]*>Two<\/p>/)
  assert.equal(textInMail('See evil.test\r\nNow\n\n\n\nand then', 100), 'See evil.\u200btest\nNow\n\nand then')
  assert.equal(textInMail('abc\ndef', 5), 'abc\nd')
})
