// npm run backup -- --out DIR: writes a backup of the database, the files and the secret in DATA_DIR, while the server may be running.
import path from 'node:path'
import { writeBackup } from '../backup/backup.ts'
import { ConfigError } from '../config.ts'
import { asOwner } from '../database.ts'
import { runCommand, say } from './run.ts'

const usage = 'npm run backup -- --out DIR'

await runCommand(usage, { out: { type: 'string' } }, async ({ out }, config) => {
  if (!out) throw new ConfigError(`Usage: ${usage}`)
  const folder = path.resolve(out)
  const { rows, files, lost_files, bytes } = await asOwner(config, (client) => writeBackup(client, config, folder))
  say(`${rows} rows and ${files} files in ${folder} (${bytes} bytes)`)
  if (lost_files) say(`Missing where files are kept, and so not in the backup: the bytes of ${lost_files} more.`)
})
