// Nightly backups: one of the servers that share the database writes one to BACKUP_DIR, and removes the oldest.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Log } from '../kit/context.ts'
import type { Jobs } from '../kit/jobs.ts'
import { writeBackup } from './backup.ts'

const ownName = /^atrium-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(\.part)?$/

type Options = {
  config: Config
  log: Log
  asOwner: <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>
}

/** Schedules the backup once a night, on one of the servers that have a BACKUP_DIR. */
export async function scheduleBackups(jobs: Jobs, options: Options) {
  const { backup_dir } = options.config
  if (backup_dir) await jobs.daily('backup', '37 2 * * *', () => backUp(backup_dir, options), options.log)
}

/** Writes a backup named after the moment, and keeps the newest ones. Others stay until the new one is complete. */
export async function backUp(folder: string, { config, log, asOwner }: Options) {
  removeUnfinished(folder)
  const name = `atrium-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  const written = await asOwner((client) => writeBackup(client, config, path.join(folder, name)))
  const complete = backupsIn(folder).filter((each) => !each.endsWith('.part'))
  const removed = complete.toSorted().slice(0, -config.backup_keep)
  for (const old of removed) remove(path.join(folder, old))
  log[written.lost_files ? 'error' : 'info']({ backup: name, ...written, removed }, 'backup')
}

/** A removal that is cut off must not leave what looks like a backup. */
function remove(backup: string) {
  renameSync(backup, `${backup}.part`)
  rmSync(`${backup}.part`, { recursive: true })
}

/** Only one backup runs at a time, so what is unfinished was killed. */
function removeUnfinished(folder: string) {
  for (const name of backupsIn(folder)) if (name.endsWith('.part')) rmSync(path.join(folder, name), { recursive: true })
}

const backupsIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).filter((name) => ownName.test(name)) : [])
