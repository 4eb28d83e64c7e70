import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { becomeNode, ensureBuilt, ensureInstalled, root, say } from './setup.js'

process.chdir(root)
const { values, positionals: named } = parseArgs({
  options: { minutes: { type: 'string', default: '0' } },
  allowPositionals: true,
})
const all = fs
  .readdirSync('stress')
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => file.replace('.test.ts', ''))
const unknown = named.filter((name) => !all.includes(name))
const minutes = Number(values.minutes)
if (unknown.length > 0 || !(minutes >= 0 && minutes <= 1440)) {
  say(`npm run stress [-- PART… --minutes N]   N minutes for each part at most, 1 to 1440. The parts are ${all.join(', ')}.`)
  process.exit(2)
}
ensureInstalled()
ensureBuilt()
process.env.STRESS_MINUTES = values.minutes
process.env.NODE_ENV = 'test'
const files = (named.length > 0 ? named : all).map((name) => `stress/${name}.test.ts`)
becomeNode(['scripts/test-run.ts', '--stress', ...files])
