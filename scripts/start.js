import fs from 'node:fs'
import { join } from 'node:path'
import { becomeNode, ensureInstalled, exitAs, nodePath, onStop, root, say, startNode } from './setup.js'

ensureInstalled({ dev: false })
if (process.argv.includes('--dev')) serveAndWatch()
// start.sh reads the path of its Node there. Windows has neither sh nor exec, so there this process stays.
else if (process.argv.includes('--prepare')) fs.writeSync(3, nodePath())
else becomeNode(['server/src/main.ts', '--build'])

/** Replaces `node --watch`, which outlives its launcher and gives the server no IPC channel to notice that. */
function serveAndWatch() {
  /** @type {NodeJS.Timeout | undefined} */
  let planned
  let isStopping = false
  let hasChanged = false
  let server = serve()

  function serve() {
    hasChanged = false
    const child = startNode(['server/src/main.ts', '--dev'])
    child.on('exit', (code, signal) => {
      if (isStopping) exitAs(code, signal)
      if (hasChanged) server = serve()
      else say('The server has ended; it starts again with the next change.')
    })
    return child
  }

  function restart() {
    if (isStopping) return
    if (server.exitCode !== null || server.signalCode !== null) {
      server = serve()
      return
    }
    hasChanged = true
    server.kill('SIGTERM')
  }

  for (const folder of ['server/src', 'server/migrations', 'contract/src']) {
    const watcher = fs.watch(join(root, folder), { recursive: true }, (_, file) => {
      if (file?.endsWith('.test.ts')) return
      clearTimeout(planned)
      planned = setTimeout(restart, 100)
    })
    watcher.on('error', (error) => say(`Changes in ${folder} go unnoticed from now on: ${error.message}`))
  }
  onStop((signal) => {
    isStopping = true
    if (!server.kill(signal)) process.exit(0)
  })
}
