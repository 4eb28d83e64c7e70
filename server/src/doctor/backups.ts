// Checks when the last backup was made. Reads only the manifest that `npm run backup` writes last.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'
import type { Check } from './checks.ts'

/** They are made every night. */
const oldestHours = 36

export const backupCheck = ({ backup_dir, production }: Pick<Config, 'backup_dir' | 'production'>): Check => ({
  name: 'Backups',
  remedy: backup_dir
    ? 'Look into the server’s log for why the nightly backup fails, or make one by npm run backup.'
    : 'Set BACKUP_DIR, so that a backup is made every night.',
  async look() {
    if (!backup_dir && production) throw new Error('No backups are made.')
    if (!backup_dir) return 'None are made in development.'
    const newest = newestBackup(backup_dir)
    if (!newest) throw new Error(`There is no complete backup in ${backup_dir}.`)
    const hours = Math.floor((Date.now() - newest.getTime()) / 3_600_000)
    if (hours > oldestHours) throw new Error(`The last complete backup is ${hours} hours old.`)
    return `The last complete backup is ${hours} hours old.`
  },
})

/** When the newest complete backup in this folder was made: one whose manifest is there and unaltered. */
function newestBackup(folder: string) {
  const moments = readdirSync(folder).flatMap((name) => {
    try {
      const text = readFileSync(path.join(folder, name, 'manifest.json'), 'utf8')
      const sum = readFileSync(path.join(folder, name, 'manifest.json.sha256'), 'utf8')
      const isWhole = sum.startsWith(createHash('sha256').update(text).digest('hex'))
      const made_at = Date.parse(JSON.parse(text).made_at)
      return isWhole && Number.isFinite(made_at) ? [made_at] : []
    } catch {
      return []
    }
  })
  return moments.length ? new Date(Math.max(...moments)) : null
}
