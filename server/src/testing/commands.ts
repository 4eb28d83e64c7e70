// For tests: runs the commands as an operator does, each in its own process.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'

type Settings = { input?: string; env?: NodeJS.ProcessEnv }

type Server = { owner_url: string; secret: string; config?: { data_dir: string } }

/** Runs commands against this database, in a temporary folder that is removed after the test file. Files are the server's, if it has a config. */
export function commandsOn({ owner_url, secret, config }: Server) {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-commands-'))
  after(() => rmSync(folder, { recursive: true }))

  const { PATH, NODE_COMPILE_CACHE } = process.env
  const own = { DATABASE_URL: owner_url, SESSION_SECRET: secret, DATA_DIR: config?.data_dir ?? folder }
  const environment = { PATH, NODE_COMPILE_CACHE, ...own }
  const run = (name: string, args: string[], { input = '', env = {} }: Settings = {}) =>
    new Promise<{ code: number | null; out: string; err: string }>((done) => {
      const child = spawn(process.execPath, [path.join(import.meta.dirname, `../commands/${name}.ts`), ...args], {
        cwd: folder,
        env: { ...environment, ...env },
      })
      const output = { out: '', err: '' }
      child.stdout.on('data', (text) => {
        output.out += text
      })
      child.stderr.on('data', (text) => {
        output.err += text
      })
      child.on('close', (code) => done({ code, ...output }))
      child.stdin.on('error', () => undefined)
      child.stdin.end(input)
    })

  /** Runs a command at a terminal and types each answer once its question appears. `shown` is the terminal's whole output. */
  const runAtTerminal = (name: string, args: string[], answers: [question: string, answer: string][]) =>
    new Promise<{ code: number | null; shown: string }>((done) => {
      const line = [process.execPath, path.join(import.meta.dirname, `../commands/${name}.ts`), ...args]
        .map((part) => `'${part}'`)
        .join(' ')
      const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], { cwd: folder, env: environment })
      const pending = [...answers]
      let [shown, searchedUntil] = ['', 0]
      child.stdout.on('data', (text) => {
        shown += text
        const at = pending[0] ? shown.indexOf(pending[0][0], searchedUntil) : -1
        if (at < 0) return
        searchedUntil = shown.length
        child.stdin.write(pending.shift()?.[1] ?? '')
      })
      child.on('close', (code) => done({ code, shown }))
      child.stdin.on('error', () => undefined)
    })
  return { folder, run, runAtTerminal }
}
