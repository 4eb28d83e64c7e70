import { spawn } from 'node:child_process'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Config, ConfigError, readConfig, type StripeAccount } from './config.ts'
import { greet } from './greeting.ts'
import { serveWorkersMetrics } from './metrics.ts'
import { joinInfrastructure, prepare, start } from './start.ts'
import { startWorkers } from './workers.ts'

/** The variable by which the primary process passes the test checkout's account to its workers. */
const checkoutVariable = 'ATRIUM_CHECKOUT'

/** The process id of npm, whose child this process stays until npm dies. */
const starter = cluster.isPrimary && process.env.npm_lifecycle_event === 'start' && Number(process.env.ATRIUM_STARTED_BY)

// The server reads its environment and arguments only here.
try {
  const live_reload = process.argv.includes('--dev')
  if (cluster.isPrimary && process.env.PORT === '0') process.env.PORT = String(await freePort())
  const settings = readConfig(process.env)
  const config = live_reload ? { ...settings, workers: 1 } : settings
  const server = cluster.isWorker
    ? await startWorker(config)
    : config.workers > 1
      ? await startPrimary(config)
      : await start(config, await prepareAndBuild(config), { live_reload })
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    void server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', stop)
  // The parent process died without a signal, so nobody is left to stop this server.
  process.on('disconnect', stop)
  if (starter) setInterval(() => process.ppid !== starter && stop(), 500).unref()
  // Otherwise a worker would exit at once, with its requests in flight, when the primary process ends.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
  // Last, because whoever reads this may send a signal at once.
  if (cluster.isPrimary) greet(config)
} catch (error) {
  const line =
    error instanceof ConfigError
      ? `Configuration: ${error.message}`
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error)
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** A port that nothing listens on. Pages, mails and workers have to know it before the server listens. */
async function freePort() {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Prepares what the processes share. With `--build`, as `npm start` has it, the web app is built meanwhile. */
async function prepareAndBuild(config: Config) {
  const [infrastructure] = await Promise.all([prepare(config), process.argv.includes('--build') && build()])
  return infrastructure
}

/** In another process, which ends at once if the build is current. It says itself what has failed. */
async function build() {
  const [code] = await once(spawn(process.execPath, ['scripts/build.js'], { stdio: 'inherit' }), 'exit')
  if (code !== 0) process.exit(1)
}

/** Starts a worker, one of several that serve requests. */
async function startWorker(config: Config) {
  const checkout = JSON.parse(process.env[checkoutVariable] ?? 'null') as StripeAccount | null
  return start(config, await joinInfrastructure(config, checkout), { live_reload: false })
}

/** Starts the workers from the primary process, which serves no requests itself. */
async function startPrimary(config: Config) {
  const infrastructure = await prepareAndBuild(config)
  const stopMetrics = await serveWorkersMetrics(config)
  const stop = async () => {
    await workers.stop()
    await stopMetrics?.()
    await infrastructure.close()
  }
  const workers = startWorkers({
    count: config.workers,
    environment: { [checkoutVariable]: JSON.stringify(infrastructure.checkout) },
    onGivenUp(reason) {
      process.stderr.write(`${reason}\n`)
      void stop().finally(() => process.exit(1))
    },
  })
  await workers.serving
  return { stop }
}
