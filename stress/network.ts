// Machines of their own on one host: network namespaces on a bridge.
import { spawnSync } from 'node:child_process'
import type { TestContext } from 'node:test'
import { startProxy } from '../server/src/testing/world-proxy.ts'

const run = (...args: string[]) => spawnSync('ip', args, { encoding: 'utf8' })
const ip = (command: string) => {
  const { status, stderr } = run(...command.split(' '))
  if (status !== 0) throw new Error(`ip ${command}: ${stderr}`)
}
// Not those of another run.
const own = `at${process.pid % 100_000}`
const network = `10.${100 + (process.pid % 100)}.77`

function findLack() {
  const isPossible = run('netns', 'add', own).status === 0
  if (isPossible) run('netns', 'delete', own)
  return !isPossible && 'network namespaces need root and iproute2'
}
/** The reason to skip a test that needs machines, or false. */
export const lacksMachines = findLack()

/** Opens a network with this host in it. Machines can be added. Everything is gone after the test. */
export function openNetwork(t: TestContext) {
  const machines: string[] = []
  ip(`link add ${own} type bridge`)
  ip(`address add ${network}.1/24 dev ${own}`)
  ip(`link set ${own} up`)
  t.after(() => {
    for (const machine of machines) run('netns', 'delete', machine)
    run('link', 'delete', own)
  })

  return {
    host: `${network}.1`,

    /** Adds a machine. Programs run there if `within` comes before them. */
    add() {
      const n = machines.length + 2
      const [machine, cable, address] = [`${own}-${n}`, `${own}-${n}`, `${network}.${n}`]
      ip(`netns add ${machine}`)
      machines.push(machine)
      ip(`link add ${cable} type veth peer name eth0 netns ${machine}`)
      ip(`link set ${cable} master ${own} up`)
      ip(`-n ${machine} address add ${address}/24 dev eth0`)
      ip(`-n ${machine} link set eth0 up`)
      ip(`-n ${machine} link set lo up`)
      return {
        address,
        within: ['ip', 'netns', 'exec', machine] as const,
        unplug: () => ip(`link set ${cable} down`),
        plugIn: () => ip(`link set ${cable} up`),
      }
    },

    /** Makes a port that only this host reaches one of the network. Returns its number there. */
    async expose(port: number) {
      const relay = await startProxy(() => port, `${network}.1`)
      t.after(() => relay.close())
      return relay.port
    },
  }
}
