// For tests: a temporary PostgreSQL that starts with prepared databases.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { filesIn, root } from '../../../scripts/setup.js'
import { discardEmbedded } from '../kit/embedded-postgres/home.ts'
import { startEmbedded } from '../kit/embedded-postgres/start.ts'
import { isProcess } from '../kit/embedded-postgres/state.ts'

type Preparation = {
  name: string
  /** Files and folders, from the project's root. The prepared databases are kept until one of them changes. */
  sources: string[]
  /** Anything else they depend on, such as the date. */
  key?: string
  prepare: (urlOf: (database: string) => string) => Promise<void>
}

const cache = path.join(root, 'node_modules/.cache/test-databases')
const prefix = 'atrium-tests-'

/** Nothing has to survive: durability is tested on servers with the product's settings. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  // Several files run at once, and some of them start servers with pools of their own.
  max_connections: '300',
}

/** Starts PostgreSQL on a copy of the prepared databases. `stop` removes it with its data. */
export async function startPostgres(preparation: Preparation) {
  sweep()
  const folder = fs.mkdtempSync(path.join(tmpdir(), `${prefix}${process.pid}-`))
  // When root runs the tests, the database runs under another account, which needs access.
  fs.chmodSync(folder, 0o711)
  const dir = path.join(folder, 'postgres')
  const kept = placeOf(preparation)
  if (!fs.existsSync(kept)) await prepareAt(kept, { dir, preparation })
  if (!fs.existsSync(dir)) copy(kept, dir)
  const server = await startEmbedded({ dir, settings })
  return {
    urlOf: (database: string) => server.url('postgres', database),
    async stop() {
      await server.stop()
      discard(folder)
    },
  }
}

function placeOf({ name, sources, key = '' }: Preparation) {
  const sum = createHash('sha256').update(`${key}\0${process.getuid?.()}\0`)
  for (const file of sources.flatMap(sourceFiles).sort()) sum.update(`${file}\0`).update(fs.readFileSync(path.join(root, file)))
  return path.join(cache, name, sum.digest('hex').slice(0, 16))
}

function sourceFiles(source: string) {
  const absolute = path.join(root, source)
  const files = fs.statSync(absolute).isDirectory() ? filesIn(absolute) : [absolute]
  return files.filter((file) => !file.endsWith('.test.ts')).map((file) => path.relative(root, file))
}

async function prepareAt(kept: string, { dir, preparation }: { dir: string; preparation: Preparation }) {
  const server = await startEmbedded({ dir, settings })
  try {
    await preparation.prepare((database) => server.url('postgres', database))
  } finally {
    await server.stop()
  }
  fs.rmSync(path.dirname(kept), { recursive: true, force: true })
  const unfinished = `${kept}.${process.pid}`
  copy(dir, unfinished)
  fs.renameSync(unfinished, kept)
}

/** Copies the data folder with its owner, and the password. */
function copy(from: string, to: string) {
  fs.mkdirSync(to, { recursive: true, mode: 0o700 })
  execFileSync('cp', ['-a', path.join(from, 'data'), path.join(from, 'password'), to])
}

/** Removes what runs have left that were killed. */
function sweep() {
  for (const name of fs.readdirSync(tmpdir()).filter((name) => name.startsWith(prefix)))
    if (!isProcess(Number(name.slice(prefix.length).split('-')[0]))) discard(path.join(tmpdir(), name))
}

function discard(folder: string) {
  discardEmbedded(path.join(folder, 'postgres'))
  fs.rmSync(folder, { recursive: true, force: true })
}
