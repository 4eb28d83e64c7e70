// Runs the given tests of contract and server on a PostgreSQL of their own, which is gone afterwards.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/src/kit/embedded.ts'
import { discardEmbedded } from '../server/src/kit/embedded-home.ts'
import { isProcess } from '../server/src/kit/embedded-state.ts'

const all = '.test-data'
const mine = join(all, String(process.pid))
const template = 'server/src/kit/testing-template.ts'

sweep()
const server = await startEmbedded({ dir: mine, settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } })
const env = { ...process.env, TEST_DATABASE_URL: server.url('postgres', 'postgres') }
const isPrepared = !fs.existsSync(template) || (await run([template]))
const passed =
  isPrepared &&
  (await run(['--test', '--test-timeout=240000', `--test-concurrency=${availableParallelism()}`, ...process.argv.slice(2)]))
await server.stop()
discardEmbedded(mine)
process.exit(passed ? 0 : 1)

async function run(args: string[]) {
  const child = spawn(process.execPath, args, { env, stdio: 'inherit' })
  const endWithUs = () => child.kill()
  process.on('disconnect', endWithUs)
  const [code] = await once(child, 'exit')
  process.off('disconnect', endWithUs)
  return code === 0
}

/** Runs that were killed leave their data behind. */
function sweep() {
  const left = fs.existsSync(all) ? fs.readdirSync(all) : []
  for (const name of left) {
    if (!isProcess(Number(name))) discardEmbedded(join(all, name))
  }
}
