// For tests: the commands as whoever runs Atrium starts them, each a process of its own.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'

type Settings = { input?: string; env?: NodeJS.ProcessEnv }

/** Commands against this database, started in a folder of their own that is gone after the test file. */
export function commandsOn({ owner_url, secret }: { owner_url: string; secret: string }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-commands-'))
  after(() => rmSync(folder, { recursive: true }))

  const { PATH, NODE_COMPILE_CACHE } = process.env
  const run = (name: string, args: string[], { input = '', env = {} }: Settings = {}) =>
    new Promise<{ code: number | null; out: string; err: string }>((done) => {
      const child = spawn(process.execPath, [path.join(import.meta.dirname, `${name}.ts`), ...args], {
        cwd: folder,
        env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: owner_url, SESSION_SECRET: secret, DATA_DIR: folder, ...env },
      })
      const said = { out: '', err: '' }
      child.stdout.on('data', (text) => {
        said.out += text
      })
      child.stderr.on('data', (text) => {
        said.err += text
      })
      child.on('close', (code) => done({ code, ...said }))
      child.stdin.on('error', () => undefined)
      child.stdin.end(input)
    })
  return { folder, run }
}
