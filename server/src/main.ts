import { ConfigError, readConfig } from './config.ts'
import { start } from './start.ts'

/** Only here does the server read what surrounds it. */
try {
  const server = await start(readConfig(process.env), { live_reload: process.argv.includes('--dev') })
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
  // The launcher went away, in whatever manner: nobody is left who would stop this server.
  process.on('disconnect', stop)
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
