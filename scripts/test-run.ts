// Runs the given tests of contract and server on a temporary PostgreSQL, or with `--citus URL` on a cluster. With `--shuffle SEED`, in
// random order. With `--stress`, one file after another takes its time. `--results FILE` keeps the outcomes as JSON.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrate } from '../server/src/kit/db/migrate.ts'
import { secret, template } from '../server/src/kit/db/testing.ts'
import { startPostgres } from '../server/src/testing/postgres.ts'
import { root, say } from './setup.js'
import type { Message, Outcome } from './test-worker.ts'

const { values, positionals: files } = parseArgs({
  options: {
    citus: { type: 'string' },
    stress: { type: 'boolean', default: false },
    shuffle: { type: 'string' },
    results: { type: 'string' },
  },
  allowPositionals: true,
})
const workerFile = path.join(import.meta.dirname, 'test-worker.ts')
const timesFile = path.join(root, 'node_modules/.cache/test-times.json')
/** What the files leave in memory makes an old process slow. */
const filesPerProcess = 40
const limitMs = 1_200_000

const outcomes: Outcome[] = []
const times: Record<string, number> = fs.existsSync(timesFile) ? JSON.parse(fs.readFileSync(timesFile, 'utf8')) : {}
const children = new Set<ChildProcess>()
// Ends with the process that started this one.
process.on('disconnect', () => {
  for (const child of children) child.kill('SIGKILL')
})

if (values.citus !== undefined) {
  // Each test file creates a database on every node, which would be too much at once for several.
  await runAll(1, { TEST_DATABASE_URL: values.citus, TEST_CITUS_URL: values.citus })
} else {
  const postgres = await startPostgres({
    name: 'template',
    sources: ['server/migrations', 'server/src/kit/db', 'server/src/kit/jobs.ts', 'package-lock.json'],
    prepare: makeTemplate,
  })
  const env = { TEST_DATABASE_URL: postgres.urlOf('postgres') }
  if (values.stress) await runSlowly(env)
  // One more process than cores, because tests also wait: for time-outs, sockets and the database.
  else await runAll(availableParallelism() + 1, env)
  await postgres.stop()
}
if (values.results) fs.writeFileSync(values.results, JSON.stringify(outcomes))
if (outcomes.some(({ status }) => status === 'failed')) process.exitCode = 1
// The listener for the end of our parent would keep this process.
if (process.connected) process.disconnect?.()

async function makeTemplate(urlOf: (database: string) => string) {
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  await client.query(`create database ${template}`)
  await client.end()
  await migrate(urlOf(template), { key: secret })
}

/** A part of the stress run prints its figures as it goes. */
async function runSlowly(env: NodeJS.ProcessEnv) {
  const args = ['--test', '--test-concurrency=1', '--test-reporter=spec', ...files]
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: 'inherit' })
  children.add(child)
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
}

async function runAll(count: number, env: NodeJS.ProcessEnv) {
  const queue = await inOrder()
  await Promise.all(
    Array.from({ length: Math.min(count, queue.length) }, async () => {
      while (queue.length > 0) await runBatch(queue, env)
    }),
  )
  fs.mkdirSync(path.dirname(timesFile), { recursive: true })
  fs.writeFileSync(timesFile, JSON.stringify(times))
}

/** The files that took the longest come first, so that none of them is left at the end. New ones are estimated by their size. */
async function inOrder() {
  if (values.shuffle === undefined) {
    const time = (file: string) => times[file] ?? fs.statSync(file).size
    return files.toSorted((a, b) => time(b) - time(a))
  }
  const { default: fc } = await import('fast-check')
  const orders = fc.shuffledSubarray(files, { minLength: files.length })
  return fc.sample(orders, { seed: Number(values.shuffle), numRuns: 1 }).flat()
}

/** A file whose first line says `@alone` shares its process with no other. */
function isAlone(file: string) {
  return /^\/\/.*@alone\b/.test(fs.readFileSync(file, 'utf8'))
}

/** Runs the first file of the queue in a new process, and then those after it that may share it. */
async function runBatch(queue: string[], env: NodeJS.ProcessEnv) {
  const worker = startWorker(env)
  for (let n = 0; n < filesPerProcess && worker.isOpen(); n++) {
    const at = queue.findIndex((file) => n === 0 || !isAlone(file))
    const file = at < 0 ? undefined : queue.splice(at, 1)[0]
    if (!file) break
    const own = await worker.run(file)
    report(file, own)
    if (isAlone(file)) break
  }
  if (!(await worker.end())) report('the end of a process', [failed('One of its files has left something open.')])
}

function failed(error: string): Outcome {
  return { name: 'all tests', ms: limitMs, status: 'failed', error }
}

function startWorker(env: NodeJS.ProcessEnv) {
  const child = fork(workerFile, [], {
    // Much of what a test makes lives just long enough to be moved between small spaces.
    execArgv: ['--max-semi-space-size=64', '--test-reporter', workerFile],
    env: { ...process.env, ...env },
  })
  children.add(child)
  let isOpen = true
  const exited = once(child, 'exit').then(([code, signal]) => {
    children.delete(child)
    return failed(`The process has ended with ${signal ?? code}.`)
  })
  return {
    isOpen: () => isOpen,

    /** Resolves once the file's last hook has ended, or the process. */
    async run(file: string) {
      const own: Outcome[] = []
      const { promise: ended, resolve } = Promise.withResolvers<undefined>()
      const receive = (message: Message) => {
        if ('outcome' in message) own.push(message.outcome)
        else {
          times[file] = Math.round(message.ms)
          resolve(undefined)
        }
      }
      child.on('message', receive)
      child.send(file)
      const tooLong = sleep(limitMs, failed(`It has not ended within ${limitMs / 1000} s.`), { ref: false })
      const fault = await Promise.race([ended, exited, tooLong])
      child.off('message', receive)
      if (!fault) return own
      isOpen = false
      child.kill('SIGKILL')
      return [...own, fault]
    },

    /** Lets the process end. False if it does not. */
    async end() {
      if (child.connected) child.send('')
      const hasEnded = await Promise.race([exited.then(() => true), sleep(60_000, false, { ref: false })])
      if (!hasEnded) child.kill('SIGKILL')
      return hasEnded
    },
  }
}

/** Prints a line for the file and the errors of its tests. */
function report(file: string, own: Outcome[]) {
  const failures = own.filter(({ status }) => status === 'failed')
  const seconds = (times[file] ?? 0) / 1000
  say(
    `${failures.length > 0 ? 'FAILED' : 'ok    '} ${file.padEnd(60)} ${String(own.length).padStart(5)} ${seconds.toFixed(1).padStart(6)} s`,
  )
  for (const { name, error } of failures) say(`\n  ${name}\n${error?.replaceAll(/^/gm, '    ')}\n`)
  outcomes.push(...own.map((outcome) => ({ ...outcome, name: `${file} › ${outcome.name}` })))
}
