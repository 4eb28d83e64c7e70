// The project's configuration of HAProxy, in front of servers on this machine.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import tls from 'node:tls'
import { root } from '../scripts/setup.js'
import { freePort } from '../server/src/testing/free-port.ts'

const has = (program: string, option: string) => spawnSync(program, [option]).status === 0
/** The reason to skip a test that needs it, or false. */
export const lacksBalancer =
  (!has('haproxy', '-v') && 'no haproxy on this machine') || (!has('openssl', 'version') && 'no openssl on this machine')

/** A certificate that nobody signed, and its key, in one file. */
function certificateIn(folder: string) {
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')]
  const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  spawnSync('openssl', ['req', ...options, '-subj', '/CN=localhost', '-keyout', key, '-out', certificate])
  const both = path.join(folder, 'both.pem')
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  return both
}

type Options = {
  /** Its port with TLS. */
  https: number
  /** The addresses of two servers, with their ports. */
  servers: readonly [string, string]
  /** Its own address, and the command that starts it there. */
  host?: string
  within?: readonly string[]
}

/** Starts HAProxy in front of two servers. The port that it returns leads there without TLS. */
export async function startBalancer({ https, servers, host = '127.0.0.1', within = [] }: Options) {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-balancer-'))
  const [program = '', ...rest] = [...within, 'haproxy', '-f', path.join(root, 'ops/haproxy.cfg'), '-db']
  const child = spawn(program, rest, {
    env: {
      ...process.env,
      HTTP_PORT: String(await freePort()),
      HTTPS_PORT: String(https),
      CERTIFICATE: certificateIn(folder),
      SERVER_1: servers[0],
      SERVER_2: servers[1],
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const ended = once(child, 'exit')
  const entrance = await startEntrance({ host, port: https })
  const stop = async () => {
    entrance.close()
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  after(stop)
  for (let tries = 0; !(await accepts({ host, port: https })); tries++) {
    if (child.exitCode !== null || tries > 100) throw new Error(`HAProxy does not start: ${said}`)
    await sleep(100)
  }
  return { port: entrance.port, said: () => said, stop }
}

type Address = { host: string; port: number }

const accepts = (address: Address) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(address, () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** A port without TLS that leads to the port with TLS, for clients that have none. */
async function startEntrance(address: Address) {
  const server = net.createServer((client) => {
    const upstream = tls.connect({ ...address, rejectUnauthorized: false })
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.pipe(to)
      from.on('error', () => to.destroy())
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}
