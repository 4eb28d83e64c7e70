// npm run restore -- --from DIR: restores a backup into a database that nobody uses yet. Everybody logs in anew.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { openBackup } from '../backup/manifest.ts'
import { restoreBackup } from '../backup/restore.ts'
import { ConfigError } from '../config.ts'
import { connected, openDatabase } from '../database.ts'
import { runCommand, say } from './run.ts'

const usage = 'npm run restore -- --from DIR'

await runCommand(usage, { from: { type: 'string' } }, async ({ from }, config) => {
  if (!from) throw new ConfigError(`Usage: ${usage}`)
  const folder = path.resolve(from)
  if (!existsSync(folder)) throw new ConfigError(`There is no ${folder}.`)
  const { place, manifest } = await openBackup(folder, config.backup_key)
  const { owner_url, close } = await openDatabase(config)
  try {
    await restoreBackup({ config, owner_url, connect: (work) => connected(owner_url, work) }, place, manifest)
  } finally {
    await close()
  }
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(`Restored ${rows} rows as they were at ${manifest.made_at}. Everybody logs in anew.`)
})
