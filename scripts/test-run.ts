// Runs the given tests of contract and server on a temporary PostgreSQL. With `--plans`, it then judges the plans of all
// statements that they executed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { discardEmbedded } from '../server/src/kit/embedded-postgres/home.ts'
import { startEmbedded } from '../server/src/kit/embedded-postgres/start.ts'
import { isProcess } from '../server/src/kit/embedded-postgres/state.ts'

const all = '.test-data'
const mine = join(all, String(process.pid))
const template = 'server/src/kit/db/testing-template.ts'
const statements = resolve(mine, 'statements')
const files = process.argv.slice(2).filter((arg) => arg !== '--plans')
const withPlans = files.length < process.argv.length - 2

sweep()
const server = await startEmbedded({ dir: mine, settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } })
const env = {
  ...process.env,
  TEST_DATABASE_URL: server.url('postgres', 'postgres'),
  ...(withPlans && { TEST_STATEMENTS: statements }),
}
const isPrepared = !fs.existsSync(template) || (await run([template]))
// One more file than cores, because tests also wait: for time-outs, sockets and the database.
const passed =
  isPrepared && (await run(['--test', '--test-timeout=240000', `--test-concurrency=${availableParallelism() + 1}`, ...files]))
const isStable = !withPlans || !isPrepared || (await run(['server/src/testing/plans.ts', statements]))
await server.stop()
discardEmbedded(mine)
process.exit(passed && isStable ? 0 : 1)

async function run(args: string[]) {
  const child = spawn(process.execPath, args, { env, stdio: 'inherit' })
  const endWithUs = () => child.kill()
  process.on('disconnect', endWithUs)
  const [code] = await once(child, 'exit')
  process.off('disconnect', endWithUs)
  return code === 0
}

/** Removes the data of runs that were killed. */
function sweep() {
  const names = fs.existsSync(all) ? fs.readdirSync(all) : []
  for (const name of names) {
    if (!isProcess(Number(name))) discardEmbedded(join(all, name))
  }
}
