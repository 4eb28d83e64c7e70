// A whole Atrium for one file of stories: the real server as a process, its database, and a mail server that it sends to.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { request as ask, type IncomingHttpHeaders } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AxeBuilder } from '@axe-core/playwright'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { certificateFor } from './certificate.ts'
import { type Database, embeddedDatabase, sharedDatabase } from './database.ts'

const root = path.resolve(import.meta.dirname, '..')

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

async function until<T>(what: string, look: () => T | undefined | Promise<T | undefined>, seconds = 30) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${what}: not within ${seconds} s.`)
}

async function startMailServer(port: number) {
  const mails: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail)
          done()
        })
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { mails, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

/**
 * What stands before the server in production: it ends TLS, passes `Host` on as it came and says who is asking. At `/hostile` it
 * answers itself, with a bare page: what somebody would serve who had a workspace's host to themselves.
 */
async function startTlsProxy(to: number, domain: string) {
  const port = await freePort()
  const passed: { url: string; status: number; headers: IncomingHttpHeaders }[] = []
  const proxy = createTlsServer(certificateFor(domain, `*.${domain}`), (incoming, answer) => {
    const { method, url: path, headers: given } = incoming
    if (path === '/hostile') {
      answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><body>')
      return
    }
    const headers = { ...given, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' }
    const passedOn = ask({ host: '127.0.0.1', port: to, method, path, headers }, (found) => {
      const status = found.statusCode ?? 502
      passed.push({ url: `https://${given.host}${path}`, status, headers: given })
      answer.writeHead(status, found.headers)
      found.pipe(answer)
    })
    passedOn.on('error', () => answer.destroy())
    incoming.pipe(passedOn)
  })
  proxy.on('upgrade', ({ method, url, rawHeaders }, socket, head) => {
    const lines = rawHeaders.flatMap((name, i) => (i % 2 ? [] : [`${name}: ${rawHeaders[i + 1]}`]))
    const server = connect(to, '127.0.0.1', () => {
      server.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
      server.write(head)
      socket.pipe(server).pipe(socket)
    })
    for (const [end, other] of [
      [server, socket],
      [socket, server],
    ] as const)
      end.on('error', () => other.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  return { port, passed, close: () => new Promise<void>((resolve) => proxy.close(() => resolve()).closeAllConnections()) }
}

type Place = {
  /** The main domain. The browser of these tests finds `app.test` on this machine; its workspaces are one site, as in production. */
  domain?: 'localhost' | 'app.test'
  /** TLS before the server. */
  https?: boolean
  /** With the demonstration in it, on the server that all the stories share; or an empty embedded one, as at a first start. */
  database?: 'shared' | 'its own'
}

export type Atrium = Awaited<ReturnType<typeof startAtrium>>

export async function startAtrium(environment: NodeJS.ProcessEnv = {}, place: Place = {}) {
  const { domain = 'localhost', https = false, database: kind = 'shared' } = place
  const [port, smtp] = [await freePort(), await freePort()]
  const dir = mkdtempSync(path.join(tmpdir(), 'atrium-e2e-'))
  // For root the database runs under another account, which must get there.
  chmodSync(dir, 0o711)
  const post = await startMailServer(smtp)
  const database: Database = kind === 'shared' ? await sharedDatabase() : embeddedDatabase(dir)
  const proxy = https ? await startTlsProxy(port, domain) : undefined
  const host = `${domain}:${proxy?.port ?? port}`
  const scheme = https ? 'https' : 'http'
  let server: ChildProcess
  let output = ''

  async function up(changes: NodeJS.ProcessEnv = {}) {
    server = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        PUBLIC_URL: `${scheme}://${host}`,
        DATA_DIR: dir,
        ...database.environment,
        SMTP_URL: `smtp://127.0.0.1:${smtp}`,
        LOG_LEVEL: 'warn',
        ...(https && { TRUST_PROXY: '127.0.0.1' }),
        ...environment,
        ...changes,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const started = server
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (output += text))
    await until(
      'The server is ready',
      async () => {
        if (started.exitCode !== null) throw new Error(`The server stopped:\n${output}`)
        const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => undefined)
        return answer?.ok ? true : undefined
      },
      90,
    )
  }

  async function gone(signal: NodeJS.Signals) {
    server.kill(signal)
    await until('The server has ended', () => server.exitCode !== null || server.signalCode !== null || undefined)
  }

  await up()
  return {
    /** The main domain. */
    main: `${scheme}://${host}`,
    at: (subdomain: string) => `${scheme}://${subdomain}.${host}`,
    /** What came over https, and how it was answered: more than a browser tells of answers that it withholds from a page. */
    passed: proxy?.passed ?? [],
    /** The newest mail to this address whose subject matches, once it has come. `after` skips that many earlier ones. */
    mailTo: (address: string, subject: RegExp, after = 0) =>
      until(
        `A mail to ${address} about ${subject}`,
        () =>
          post.mails.filter((mail) => mail.to?.some((to) => to.address === address) && subject.test(mail.subject ?? ''))[after],
      ),
    mails: post.mails,
    /** What only time does otherwise, such as the end of a trial: a statement, past every right. */
    sql: database.ask,
    async restart(changes: NodeJS.ProcessEnv = {}) {
      await gone('SIGTERM')
      await up(changes)
    },
    /** As by a power cut: no time to say goodbye. */
    async kill() {
      await gone('SIGKILL')
      await up()
    },
    async stop() {
      await gone('SIGTERM')
      await proxy?.close()
      await post.close()
      await database.drop()
      rmSync(dir, { recursive: true, force: true })
      if (/"level":(50|60)/.test(output)) throw new Error(`The server logged an error:\n${output}`)
    },
  }
}

/** The first link in a mail that leads to this path. */
export function linkIn(mail: Email, start: string) {
  const link = [...(mail.html ?? '').matchAll(/href="([^"]+)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .find((href) => new URL(href).pathname.startsWith(start))
  if (!link) throw new Error(`No link to ${start} in: ${mail.text}`)
  return link
}

/** What axe finds serious or worse, as text. */
export const seriousIn = ({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>) =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, target }) => `${target} ${html}`).join(' | ')}`)
