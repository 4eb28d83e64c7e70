// Runs the given tests of contract and server on a temporary PostgreSQL, or with `--citus URL` on a cluster. With `--plans`, it then
// judges the plans of all statements that they executed. With `--stress`, one file after another takes its time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { discardEmbedded } from '../server/src/kit/embedded-postgres/home.ts'
import { startEmbedded } from '../server/src/kit/embedded-postgres/start.ts'
import { isProcess } from '../server/src/kit/embedded-postgres/state.ts'

const all = '.test-data'
const mine = join(all, String(process.pid))
const template = 'server/src/kit/db/testing-template.ts'
const statements = resolve(mine, 'statements')
const { values, positionals: files } = parseArgs({
  options: {
    plans: { type: 'boolean', default: false },
    stress: { type: 'boolean', default: false },
    citus: { type: 'string' },
  },
  allowPositionals: true,
})
if (values.citus !== undefined) {
  const clusterEnv = { ...process.env, TEST_DATABASE_URL: values.citus, TEST_CITUS_URL: values.citus }
  // Each test file creates a database on every node, which would be too much at once for several.
  process.exit((await run(['--test', '--test-timeout=600000', '--test-concurrency=1', ...files], clusterEnv)) ? 0 : 1)
}
const withPlans = values.plans

sweep()
// Several files run at once, and some of them start servers with pools of their own.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }
const server = await startEmbedded({ dir: mine, settings })
const environment = {
  ...process.env,
  TEST_DATABASE_URL: server.url('postgres', 'postgres'),
  ...(withPlans && { TEST_STATEMENTS: statements }),
}
const isPrepared = !fs.existsSync(template) || (await run([template]))
// One more file than cores, because tests also wait: for time-outs, sockets and the database.
const pace = values.stress
  ? ['--test-concurrency=1', '--test-reporter=spec']
  : ['--test-timeout=240000', `--test-concurrency=${availableParallelism() + 1}`]
const passed = isPrepared && (await run(['--test', ...pace, ...files]))
const isStable = !withPlans || !isPrepared || (await run(['server/src/testing/plans.ts', statements]))
await server.stop()
discardEmbedded(mine)
process.exit(passed && isStable ? 0 : 1)

async function run(args: string[], env: NodeJS.ProcessEnv = environment) {
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
