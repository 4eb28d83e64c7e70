import { parseArgs } from 'node:util'
import pg from 'pg'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { isAway } from '../kit/db/db.ts'

type Options<Name extends string> = Record<Name, { type: 'string' }>
type Values<Name extends string> = Partial<Record<Name, string>>

export const say = (line: string) => process.stdout.write(`${line}\n`)

/** Runs a command. An error that its user can fix is one line on stderr and exit code 1; any other is a bug, with its stack. */
export async function runCommand<Name extends string>(
  usage: string,
  options: Options<Name>,
  work: (values: Values<Name>, config: Config) => Promise<void>,
) {
  // Exits explicitly, so that the handlers of `exit` clean up.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  try {
    await work(readArguments(usage, options), readConfig(process.env))
  } catch (error) {
    process.stderr.write(`${wordsFor(error)}\n`)
    process.exit(1)
  }
}

function readArguments<Name extends string>(usage: string, options: Options<Name>): Values<Name> {
  try {
    return parseArgs<{ options: Options<Name> }>({ options }).values as Values<Name>
  } catch {
    throw new ConfigError(`Usage: ${usage}`)
  }
}

function wordsFor(error: unknown) {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  if (isAway(error)) return `The database does not answer: ${error.message || code}`
  if (error instanceof pg.DatabaseError && error.severity === 'FATAL') return `The database refuses: ${error.message}`
  return error.stack ?? error.message
}
