// npm run doctor: checks this installation, whether its server runs or not. The exit code is 1 if something failed.
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Finding } from 'contract'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { openDatabase } from '../database.ts'
import { examine } from '../doctor/doctor.ts'
import { logInsOf } from '../kit/db/migrate.ts'
import { say } from './run.ts'

const findings = await examineAll()
for (const { name, passed, detail, remedy } of findings) {
  say(`${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(20)} ${detail}`)
  if (remedy) say(`${''.padEnd(27)} → ${remedy}`)
}
const failed = findings.filter(({ passed }) => !passed).length
say(failed ? `\n${failed} of ${findings.length} checks failed.` : `\nAll ${findings.length} checks passed.`)
process.exit(failed ? 1 : 0)

async function examineAll(): Promise<Finding[]> {
  const { config, finding } = settings()
  if (!config) return [finding]
  const { urlOf, close, problem } = await open(config)
  try {
    const examined = await examine({ config, urlOf })
    return [finding, ...(problem ? [problem] : []), ...examined]
  } finally {
    await close()
  }
}

function settings(): { config: Config | null; finding: Finding } {
  const name = 'Configuration'
  try {
    const config = readConfig(process.env)
    const detail = `${config.public_url}, ${config.production ? 'in production' : 'in development'}.`
    return { config, finding: { name, passed: true, detail, remedy: null } }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const remedy = 'Correct this variable. The README lists all of them.'
    return { config: null, finding: { name, passed: false, detail: `${error.message}.`, remedy } }
  }
}

/** Starts the embedded database if no server runs, or joins the one that does. Does not create one. */
async function open(config: Config) {
  const nothing = { urlOf: null, close: async () => undefined }
  const problemOf = (detail: string, remedy: string): Finding => ({ name: 'Database', passed: false, detail, remedy })
  if (!config.database_url && !existsSync(path.join(config.data_dir, 'postgres')))
    return {
      ...nothing,
      problem: problemOf(`There is no database in ${config.data_dir}.`, 'Set DATA_DIR or DATABASE_URL as the server has it.'),
    }
  try {
    const { owner_url, close } = await openDatabase(config)
    return { urlOf: (await logInsOf(owner_url)).urlOf, close, problem: null }
  } catch (error) {
    const remedy = error instanceof ConfigError ? 'Correct DATABASE_URL.' : 'Look into the log of PostgreSQL in DATA_DIR.'
    return {
      ...nothing,
      problem: problemOf(error instanceof Error ? error.message : String(error), remedy),
    }
  }
}
