// Moves an embedded server to the current major version of PostgreSQL.
import fs from 'node:fs'
import { join, resolve } from 'node:path'
import { ConfigError } from '../../config.ts'
import { currentMajor, discardFolder, finishUpgrade, majorOf, makeFolder, prepareHome, prepareLease } from './home.ts'
import { syncFolder } from './password.ts'
import { type Settings, use } from './start.ts'
import { inside, isGuarded, isLockedByOthers, lockAlone, until } from './state.ts'

type Upgrade = { dir: string; settings: Settings; copy: (from_url: string, to_url: string) => Promise<void> }

/**
 * Starts the old server and a new one beside it, and lets `copy` fill the new one. Only then it replaces the data folder; the old one is kept.
 * Whenever this is killed, the next start finds either the old data or all of the new.
 */
export async function upgradeEmbedded({ dir, settings, copy }: Upgrade) {
  const { home, account } = await prepareHome(resolve(dir))
  // No server may start on the old data meanwhile: its writes would be lost.
  const starting = await lockAlone(inside(home).starting)
  try {
    finishUpgrade(home)
    if (!fs.existsSync(inside(home).data)) throw new ConfigError(`There is no database in ${dir}.`)
    const from = majorOf(home)
    if (Number(from) >= Number(currentMajor)) throw new ConfigError(`The database is of PostgreSQL ${from} already.`)
    if (isLockedByOthers(inside(home).using)) throw new ConfigError('The database is in use: stop the server before the upgrade.')
    const fresh = join(home, 'upgrading')
    await until(() => !fs.existsSync(inside(fresh).lease) || !isGuarded(fresh), 'The servers of a killed upgrade do not stop')
    for (const unfinished of [fresh, inside(home).upgraded]) discardFolder(unfinished)
    makeFolder(fresh, account)
    await prepareLease(fresh, account)
    const old = await use({ home, account, settings, major: from })
    try {
      const next = await use({ home: fresh, account, settings, major: currentMajor })
      await copy(old.url('postgres'), next.url('postgres')).finally(next.stop)
    } finally {
      await old.stop()
    }
    return { from, to: currentMajor, kept: replaceData(home, from) }
  } finally {
    starting.close()
  }
}

/** Each step leaves what `finishUpgrade` or a start with the old programs can continue from. */
function replaceData(home: string, from: string) {
  const { data, upgraded, password } = inside(home)
  const kept = [`${data}-${from}`, `${data}-${from}-${Date.now()}`].find((name) => !fs.existsSync(name)) ?? data
  fs.renameSync(join(home, 'upgrading'), upgraded)
  syncFolder(home)
  // A start without a password makes a new one. The old password would be refused.
  fs.rmSync(password)
  fs.renameSync(data, kept)
  syncFolder(home)
  finishUpgrade(home)
  fs.renameSync(inside(upgraded).password, password)
  syncFolder(home)
  fs.rmSync(upgraded, { recursive: true })
  return kept
}
