// For tests: servers in processes of their own, and waiting for what they do.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until a condition is true, and fails after some seconds with this message. */
export async function waitUntil(isTrue: () => boolean | Promise<boolean>, message: () => string, seconds = 60) {
  for (const end = Date.now() + seconds * 1000; !(await isTrue()); await sleep(20))
    if (Date.now() > end) assert.fail(`${message()} Not within ${seconds} s.`)
}

/** Starts `world-process.ts` on this database. `faults` is what it wrote after its port. */
export async function startWorldProcess(
  { owner_url, secret }: { owner_url: string; secret: string },
  environment: NodeJS.ProcessEnv = {},
) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'world-process.ts')], {
    env: { ...process.env, PORT: '0', DATABASE_URL: owner_url, SESSION_SECRET: secret, LOG_LEVEL: 'error', ...environment },
  })
  const closed = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  while (!/^\d+\n/.test(output)) await Promise.race([once(child.stdout, 'data'), closed.then(() => assert.fail(output))])
  return {
    port: Number.parseInt(output, 10),
    faults: () => output.replace(/^\d+\n/, ''),
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
  }
}
