import cluster from 'node:cluster'
import { type Config, ConfigError, readConfig, type StripeAccount } from './config.ts'
import { greet } from './greeting.ts'
import { joinInfrastructure, prepare, start } from './start.ts'
import { startWorkers } from './workers.ts'

/** Tells a process what the one that started it has prepared. */
const handedOver = 'ATRIUM_CHECKOUT'

/** The process number of npm, which this process is a child of, unless npm has died. */
const starter = cluster.isPrimary && process.env.npm_lifecycle_event === 'start' && Number(process.env.ATRIUM_STARTED_BY)

/** Only here does the server read what surrounds it. */
try {
  const live_reload = process.argv.includes('--dev')
  const given = readConfig(process.env)
  const config = live_reload ? { ...given, workers: 1 } : given
  const server = cluster.isWorker
    ? await serve(config)
    : config.workers > 1
      ? await lead(config)
      : await start(config, await prepare(config), { live_reload })
  if (cluster.isPrimary) greet(config)
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
  // The process that started this server died without a signal, so nobody is left to stop it.
  process.on('disconnect', stop)
  if (starter) setInterval(() => process.ppid !== starter && stop(), 500).unref()
  // Otherwise a process would end at once, with all that it is doing, when the one that started it does.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
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

/** One of several that serve requests. */
async function serve(config: Config) {
  const checkout = JSON.parse(process.env[handedOver] ?? 'null') as StripeAccount | null
  return start(config, await joinInfrastructure(config, checkout), { live_reload: false })
}

/** The one that starts those, and serves none itself. */
async function lead(config: Config) {
  const infrastructure = await prepare(config)
  const stop = async () => {
    await workers.stop()
    await infrastructure.close()
  }
  const workers = startWorkers({
    count: config.workers,
    environment: { [handedOver]: JSON.stringify(infrastructure.checkout) },
    onGivenUp(reason) {
      process.stderr.write(`${reason}\n`)
      void stop().finally(() => process.exit(1))
    },
  })
  await workers.serving
  return { stop }
}
