// Runs Atrium for one file of stories: the server as a process, its database, and the mail server that it sends to.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AxeBuilder } from '@axe-core/playwright'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../server/src/testing/free-port.ts'
import { certificateFor } from './certificate.ts'
import { copyOfTemplate, type Database, embeddedDatabase } from './database.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Polls until the value is defined. */
async function pollUntil<T>(what: string, poll: () => T | undefined | Promise<T | undefined>, seconds = 30) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    const value = await poll()
    if (value !== undefined) return value
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
 * The reverse proxy of production: it terminates TLS, keeps `Host` and adds the client's address. At `/hostile` it serves a bare
 * page of its own, as an attacker who controls a workspace's host would.
 */
async function startTlsProxy(serverPort: number, domain: string) {
  const port = await freePort()
  const forwarded: { url: string; status: number; headers: IncomingHttpHeaders }[] = []
  const proxy = createTlsServer(certificateFor(domain, `*.${domain}`), (incoming, response) => {
    const { method, url: path } = incoming
    if (path === '/hostile') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><body>')
      return
    }
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' }
    const outgoing = requestHttp({ host: '127.0.0.1', port: serverPort, method, path, headers }, (answer) => {
      const status = answer.statusCode ?? 502
      forwarded.push({ url: `https://${incoming.headers.host}${path}`, status, headers: incoming.headers })
      response.writeHead(status, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  proxy.on('upgrade', ({ method, url, rawHeaders }, socket, head) => {
    const lines = rawHeaders.flatMap((name, i) => (i % 2 ? [] : [`${name}: ${rawHeaders[i + 1]}`]))
    const server = connect(serverPort, '127.0.0.1', () => {
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
  return { port, forwarded, close: () => new Promise<void>((resolve) => proxy.close(() => resolve()).closeAllConnections()) }
}

type Options = {
  /** The main domain. The stories' browser resolves `app.test` to this machine. Its workspaces are one site, as in production. */
  domain?: 'localhost' | 'app.test'
  /** Puts a TLS proxy in front of the server. */
  https?: boolean
  /** A copy of the demonstration on the stories' database server, or an empty embedded database, as at a first start. */
  database?: 'shared' | 'its own'
}

export type Atrium = Awaited<ReturnType<typeof startAtrium>>

export async function startAtrium(environment: NodeJS.ProcessEnv = {}, options: Options = {}) {
  const { domain = 'localhost', https = false, database: kind = 'shared' } = options
  const [port, mailPort] = [await freePort(), await freePort()]
  const dir = mkdtempSync(path.join(tmpdir(), 'atrium-e2e-'))
  // When root runs the tests, the database runs under another account, which needs access.
  chmodSync(dir, 0o711)
  const mailServer = await startMailServer(mailPort)
  const database: Database = kind === 'shared' ? await copyOfTemplate() : embeddedDatabase(dir)
  const proxy = https ? await startTlsProxy(port, domain) : undefined
  const host = `${domain}:${proxy?.port ?? port}`
  const scheme = https ? 'https' : 'http'
  let server: ChildProcess
  let output = ''

  async function startServer(changes: NodeJS.ProcessEnv = {}) {
    server = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        PUBLIC_URL: `${scheme}://${host}`,
        DATA_DIR: dir,
        ...database.environment,
        SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
        LOG_LEVEL: 'warn',
        ...(https && { TRUST_PROXY: '127.0.0.1' }),
        ...environment,
        ...changes,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const started = server
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (output += text))
    await pollUntil(
      'The server is ready',
      async () => {
        if (started.exitCode !== null) throw new Error(`The server stopped:\n${output}`)
        const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => undefined)
        return answer?.ok ? true : undefined
      },
      90,
    )
  }

  async function stopServer(signal: NodeJS.Signals) {
    server.kill(signal)
    await pollUntil('The server has ended', () => server.exitCode !== null || server.signalCode !== null || undefined)
  }

  /** Throws what the server has logged since the last call if there is an error in it. */
  function mustHaveLoggedNoError() {
    const logged = output
    output = ''
    if (/"level":(50|60)/.test(logged)) throw new Error(`The server logged an error:\n${logged}`)
  }

  await startServer()
  return {
    mainOrigin: `${scheme}://${host}`,
    originOf: (subdomain: string) => `${scheme}://${subdomain}.${host}`,
    /** The requests over https and their statuses, including those whose answer the browser withholds from the page. */
    forwarded: proxy?.forwarded ?? [],
    /** Waits for the first mail to this address whose subject matches. `after` skips that many earlier ones. */
    waitForMail: (address: string, subject: RegExp, after = 0) =>
      pollUntil(
        `A mail to ${address} about ${subject}`,
        () =>
          mailServer.mails.filter((mail) => mail.to?.some((to) => to.address === address) && subject.test(mail.subject ?? ''))[
            after
          ],
      ),
    /** Runs a statement as the database's owner, for what only time does otherwise, such as the end of a trial. */
    sql: database.run,
    /** Begins the next story: with the rows and the mails of the beginning. */
    async renew() {
      await database.renew?.()
      mailServer.mails.length = 0
    },
    async restart(changes: NodeJS.ProcessEnv = {}) {
      await stopServer('SIGTERM')
      await startServer(changes)
    },
    /** Kills the server without a shutdown, as a power cut does. */
    async crashAndRestart() {
      await stopServer('SIGKILL')
      await startServer()
    },
    mustHaveLoggedNoError,
    async stop() {
      await stopServer('SIGTERM')
      await proxy?.close()
      await mailServer.close()
      await database.drop()
      rmSync(dir, { recursive: true, force: true })
      mustHaveLoggedNoError()
    },
  }
}

/** Returns the first link in a mail whose path begins with `start`. */
export function linkIn(mail: Email, start: string) {
  const link = [...(mail.html ?? '').matchAll(/href="([^"]+)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .find((href) => new URL(href).pathname.startsWith(start))
  if (!link) throw new Error(`No link to ${start} in: ${mail.text}`)
  return link
}

/** Describes the serious and critical violations that axe found. */
export const seriousViolations = ({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>) =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, target, any: [problem] }) => `${target} ${html} ${problem?.message ?? ''}`).join(' | ')}`,
    )
