// npm run backup -- --out DIR: writes a backup of the database and of the secret in DATA_DIR, while the server may be running.
import path from 'node:path'
import { writeBackup } from '../backup/backup.ts'
import { ConfigError } from '../config.ts'
import { asOwner } from '../database.ts'
import { runCommand, say } from './run.ts'

const usage = 'npm run backup -- --out DIR'

await runCommand(usage, { out: { type: 'string' } }, async ({ out }, config) => {
  if (!out) throw new ConfigError(`Usage: ${usage}`)
  const folder = path.resolve(out)
  const { rows, bytes } = await asOwner(config, (client) => writeBackup(client, config, folder))
  say(`${rows} rows in ${folder} (${bytes} bytes)`)
})
