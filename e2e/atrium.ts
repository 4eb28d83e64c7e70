// A whole Atrium for one story: the real server as a process, its embedded database, and a mail server that it sends to.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AxeBuilder } from '@axe-core/playwright'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

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

export type Atrium = Awaited<ReturnType<typeof startAtrium>>

export async function startAtrium(environment: NodeJS.ProcessEnv = {}) {
  const [port, smtp] = [await freePort(), await freePort()]
  const dir = mkdtempSync(path.join(tmpdir(), 'atrium-e2e-'))
  // For root the database runs under another account, which must get there.
  chmodSync(dir, 0o711)
  const post = await startMailServer(smtp)
  const origin = `http://localhost:${port}`
  let server: ChildProcess
  let output = ''

  async function up() {
    server = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        PUBLIC_URL: origin,
        DATA_DIR: dir,
        SMTP_URL: `smtp://127.0.0.1:${smtp}`,
        DEMO: '0',
        LOG_LEVEL: 'warn',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const started = server
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (output += text))
    await until('The server is ready', async () => {
      if (started.exitCode !== null) throw new Error(`The server stopped:\n${output}`)
      const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
      return answer?.ok ? true : undefined
    })
  }

  const gone = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      server.once('exit', () => resolve())
      server.kill(signal)
    })

  await up()
  return {
    /** The main domain. */
    main: origin,
    at: (subdomain: string) => `http://${subdomain}.localhost:${port}`,
    /** The newest mail to this address whose subject matches, once it has come. `after` skips that many earlier ones. */
    mailTo: (address: string, subject: RegExp, after = 0) =>
      until(
        `A mail to ${address} about ${subject}`,
        () =>
          post.mails.filter((mail) => mail.to?.some((to) => to.address === address) && subject.test(mail.subject ?? ''))[after],
      ),
    mails: post.mails,
    async restart() {
      await gone('SIGTERM')
      await up()
    },
    /** As by a power cut: no time to say goodbye. */
    async kill() {
      await gone('SIGKILL')
      await up()
    },
    async stop() {
      await gone('SIGTERM')
      await post.close()
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
