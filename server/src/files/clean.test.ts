// @long: Files and ClamAV: with a real daemon where there is one, and with one that fails.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { partBytes } from 'contract'
import { freePort } from '../testing/free-port.ts'
import { okBody, outcome, tasks, testApp } from '../testing/world.ts'
import { upload } from './testing.ts'

const hasClamAV = spawnSync('clamd', ['--version']).status === 0
const malware = Buffer.concat([Buffer.alloc(partBytes, 'a'), Buffer.from('This stands for something bad.')])
const at = (port: number) => ({ RATE_LIMIT: '0', CLAMAV_URL: `tcp://127.0.0.1:${port}` })
const attach = async (settings: Record<string, string>, bytes: Buffer) => {
  const { as } = await testApp(settings)
  return upload(as('dev'), tasks.home_page, { name: 'a.bin', bytes })
}

/** Starts a daemon that knows one signature. Returns its port once it listens. */
async function startDaemon() {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-clamav-'))
  const port = await freePort()
  const sum = createHash('sha256').update(malware).digest('hex')
  writeFileSync(path.join(folder, 'test.hsb'), `${sum}:${malware.length}:Test-Signature\n`)
  const file = path.join(folder, 'clamd.conf')
  const settings = [
    `TCPSocket ${port}`,
    'TCPAddr 127.0.0.1',
    `DatabaseDirectory ${folder}`,
    'Foreground yes',
    'StreamMaxLength 1M',
  ]
  writeFileSync(file, `${settings.join('\n')}\n`)
  const daemon = spawn('clamd', ['--config-file', file], { stdio: ['ignore', 'pipe', 'ignore'] })
  after(async () => {
    daemon.kill()
    await once(daemon, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  for await (const line of daemon.stdout) if (/Listening daemon|Self checking/.test(String(line))) break
  return port
}

/** Starts a server that answers each connection like this. */
async function startAnswering(answer: (socket: net.Socket) => void) {
  const server = net.createServer((socket) => answer(socket.on('error', () => undefined)))
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  after(() => server.close())
  return (server.address() as AddressInfo).port
}

test('ClamAV refuses malware, takes what is harmless, and can’t tell of what is too large', {
  skip: !hasClamAV && 'ClamAV is not installed',
}, async () => {
  const { as, query } = await testApp(at(await startDaemon()))
  const send = (bytes: Buffer) => upload(as('dev'), tasks.home_page, { name: 'a.bin', bytes })
  const before = await query('select count(*) from files')
  assert.deepEqual(outcome(await send(malware)), [
    400,
    { non_field_errors: ['This file is malware (Test-Signature.UNOFFICIAL).'] },
  ])
  assert.equal((await send(Buffer.alloc(2 * 1024 ** 2))).status, 503)
  assert.deepEqual(await query('select count(*) from files'), before)
  await okBody(send(Buffer.from('harmless')))
})

test('without an answer that says that a file is harmless, it is not taken', async () => {
  const detail = 'Files can’t be checked for malware at the moment. Please try again later.'
  for (const port of [
    await freePort(),
    await startAnswering((socket) => socket.destroy()),
    await startAnswering((socket) => socket.end()),
    await startAnswering((socket) => socket.end('INSTREAM size limit exceeded. ERROR\0')),
    await startAnswering((socket) => socket.end('stream: OK and more\0')),
  ])
    assert.deepEqual(outcome(await attach(at(port), Buffer.from('text'))), [503, { detail }])
  assert.equal((await attach(at(await startAnswering((socket) => socket.end('stream: OK\0'))), Buffer.from('text'))).status, 200)
})
