// Examines an installation: what it is configured with, what it consists of, and what it needs from outside.
import type { Finding } from 'contract'
import type { Config } from '../config.ts'
import type { Group } from '../kit/db/migrate.ts'
import { backupCheck } from './backups.ts'
import { run } from './checks.ts'
import { databaseChecks } from './database.ts'
import { fileChecks } from './files.ts'
import { outsideChecks } from './outside.ts'

const seconds = 10

type Options = {
  config: Config
  /** Absent if there is no database to log in to. */
  urlOf: ((group: Group) => string) | null
  freeBytes?: number
}

/** Makes all checks at once, each of which ends within its time. */
export function examine({ config, urlOf, freeBytes }: Options): Promise<Finding[]> {
  const checks = [
    ...(urlOf ? databaseChecks(urlOf, config) : []),
    ...outsideChecks(config, freeBytes),
    ...fileChecks(config),
    backupCheck(config),
  ]
  return Promise.all(checks.map((check) => run(check, { config, seconds })))
}

/** Examines on request. Whoever asks meanwhile gets the findings of the examination that runs. */
export function examiner(options: Options) {
  let running: Promise<Finding[]> | null = null
  return () => {
    running ??= examine(options).finally(() => {
      running = null
    })
    return running
  }
}
