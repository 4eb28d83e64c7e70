// People who work through a load balancer while servers come and go: they write, read and talk.
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '../server/src/testing/processes.ts'
import { projects, rooms, type testApp } from '../server/src/testing/world.ts'
import { openRoom } from '../server/src/testing/world-browsers.ts'
import { ask, keepTalking, keepWriting } from './durability-clients.ts'
import { figure } from './size.ts'

type World = Awaited<ReturnType<typeof testApp>>

/** Starts to work through the load balancer at this port, once it serves. */
export async function startTeam(t: TestContext, world: World, port: number) {
  // Kept connections, as browsers have them: a load balancer reuses its own for these only.
  const agent = new Agent({ keepAlive: true })
  const member = (who: 'pam' | 'dev') => ({ who, port, agent, headers: { host: world.hostOf('acme'), cookie: '' } })
  const pam = member('pam')
  const members = [pam, member('dev')]
  const logInAgain = async () => {
    for (const one of members) one.headers.cookie = await world.sessionOf(one.who)
  }
  await logInAgain()
  await waitUntil(
    async () => (await Promise.all(members.map((one) => ask(one, 'GET /api/me/')))).every(({ status }) => status === 200),
    () => 'The load balancer finds the servers.',
  )
  const writers = ['First', 'Second'].map((name) => keepWriting(name, pam, projects.website))
  const readers = members.map(keepReading)
  const talkers = members.map(({ who, headers }) =>
    openRoom({ port: () => port, headers }, { room_id: rooms.website, name: `${t.name} ${who}`, seesIt: true }),
  )
  const talking = await keepTalking(talkers)
  t.after(async () => {
    talking.stop()
    for (const writer of writers) writer.abandon()
    await Promise.all([...talkers, ...readers].map((client) => client.stop()))
    agent.destroy()
  })

  return {
    /** Call it within every five minutes, the lifetime of access tokens. */
    logInAgain,
    mustNotHaveFailed() {
      for (const writer of writers) writer.mustNotHaveFailed()
    },
    /** Ends the work, and proves that everything said is stored once and known to everybody. */
    async finish() {
      talking.stop()
      await Promise.all([...writers, ...readers].map((client) => client.stop()))
      const state = () => talkers.map(({ unconfirmed, sentCount }) => `${unconfirmed.size} of ${sentCount()}`)
      await waitUntil(
        () => talkers.every(({ unconfirmed }) => !unconfirmed.size),
        () => `Unconfirmed: ${state()}.`,
      )
      const said = sum(talkers.map(({ sentCount }) => sentCount()))
      await mustBeStoredOnce(world, { name: t.name, said })
      await waitUntil(
        () => talkers.every(({ messages }) => messages.size >= said),
        () => `Messages, of ${said}: ${talkers.map(({ messages }) => messages.size)}.`,
      )
      const result = {
        failedReads: sum(readers.map(({ failed }) => failed())),
        repeatedWrites: sum(writers.map(({ repeated }) => repeated())),
        reconnects: sum(talkers.map(({ codes }) => codes.length)),
        /** In seconds. */
        slowestWrite: Math.max(...writers.map(({ slowest }) => slowest())) / 1000,
      }
      figure(t, 'tasks and comments written', sum(writers.map(({ titles }) => titles.length * 2)))
      figure(t, 'writes repeated', result.repeatedWrites)
      figure(t, 'slowest write until it was acknowledged, s', result.slowestWrite)
      figure(t, 'reads', sum(readers.map(({ done }) => done())))
      figure(t, 'reads failed', result.failedReads)
      figure(t, 'messages, each stored once and known to everybody', said)
      figure(t, 'reconnects of sockets', result.reconnects)
      return result
    },
  }
}

async function mustBeStoredOnce(world: World, { name, said }: { name: string; said: number }) {
  const stored = await world.query(
    'select count(*)::int as n, count(distinct temp_id)::int as own from chat_messages where temp_id like $1',
    `${name} %`,
  )
  assert.deepEqual(stored, [{ n: said, own: said }])
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Reads all the time. Browsers would repeat a read that failed; here it counts. */
function keepReading(target: Parameters<typeof ask>[0]) {
  let [done, failed] = [0, 0]
  let isStopped = false
  const ended = (async () => {
    while (!isStopped) {
      const { status } = await ask(target, 'GET /api/me/')
      if (status === 200) done++
      else failed++
      await sleep(10)
    }
  })()
  return {
    done: () => done,
    failed: () => failed,
    stop() {
      isStopped = true
      return ended
    },
  }
}
