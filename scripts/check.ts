// `npm run check`: every check of the code that does not run it. With --fix, repairs what it can.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { ensureInstalled, programOf, say } from './setup.js'

ensureInstalled()
const fixes = process.argv.includes('--fix')
const pending = [
  { name: 'types of server, contract and scripts', args: [programOf('typescript', 'tsc'), '-p', '.'] },
  { name: 'types of the web app', args: [programOf('typescript', 'tsc'), '-p', 'web'] },
  { name: 'types of the service worker', args: [programOf('typescript', 'tsc'), '-p', 'web/worker'] },
  {
    name: 'format and lint',
    args: [programOf('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', ...(fixes ? ['--write'] : []), '.'],
  },
  { name: 'tokens of the styles', args: [programOf('stylelint'), ...(fixes ? ['--fix'] : []), 'web/src/**/*.css'] },
  {
    name: 'imports, names and stories',
    args: ['--test', ...['imports', 'names', 'classes', 'stories'].map((name) => `server/src/testing/${name}.test.ts`)],
  },
  { name: 'unused files, exports and dependencies', args: [programOf('knip')] },
]

await Promise.all([work(), work()])

async function work() {
  for (let check = pending.shift(); check; check = pending.shift()) {
    const begin = Date.now()
    const { code, output } = await run(check.args)
    if (code !== 0) process.exitCode = 1
    if (code !== 0) say(output.trimEnd())
    say(`${code === 0 ? 'ok    ' : 'FAILED'} ${check.name.padEnd(40)} ${((Date.now() - begin) / 1000).toFixed(1)} s`)
  }
}

async function run(args: string[]) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, output: output + errors }
}
