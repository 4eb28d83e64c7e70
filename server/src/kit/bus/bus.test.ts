import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { testDatabase } from '../db/testing.ts'
import { type Bus, type Connect, openBus } from './bus.ts'
import { overPostgres } from './postgres.ts'
import { overRedis } from './redis.ts'
import { lacksRedis, testRedis } from './testing-redis.ts'

const { urlOf, asOwner } = await testDatabase()
const redis = lacksRedis ? null : await testRedis()
await redis?.start()

type Notice = { text: string }

/** A transport under test, and the faults that can be injected into it. */
type Carrier = {
  connect: () => Connect
  /** The ids of its open connections. */
  connections: () => Promise<string[]>
  cut: (connections: string[]) => Promise<unknown>
  /** Allows or refuses new connections. */
  admit: (isOpen: boolean) => Promise<unknown>
  /** Publishes texts that no bus has encoded. */
  publishRaw: (...texts: string[]) => Promise<unknown>
  /** Malformed messages, and messages of which one is valid. */
  strange: string[]
  whole: string[]
}

const channel = 'atrium of these tests'
const aNotice = '{"from":"a stranger","notices":[{"text":"whole"}]}'

const postgres: Carrier = {
  connect: () => overPostgres(urlOf('atrium_workspace')),
  connections: () =>
    asOwner(async (client) => {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'atrium bus' and datname = current_database()`,
      )
      return rows.map(({ pid }) => String(pid))
    }),
  cut: (pids) =>
    asOwner((client) => client.query('select pg_terminate_backend(pid, 5000) from unnest($1::int[]) as pid', [pids])),
  admit: (isOpen) =>
    asOwner((client) => {
      const role = client.escapeIdentifier(new URL(urlOf('atrium_workspace')).username)
      return client.query(`alter role ${role} connection limit ${isOpen ? -1 : 0}`)
    }),
  publishRaw: (...texts) =>
    asOwner(async (client) => {
      for (const text of texts) await client.query('select pg_notify($1, $2)', ['atrium_live', text])
    }),
  strange: ['', 'hello', '1/1 {', '2/2 x', '7/9 x', '{}', '1/1 {}', '1/1 null', '1/1 7'],
  whole: ['7/9 x', `1/1 ${aNotice}`],
}

const overOwnRedis: Carrier = {
  connect: () => overRedis(redis?.url ?? '', channel),
  async connections() {
    const lines = String(await redis?.command('CLIENT', 'LIST')).split('\n')
    return lines.filter((line) => line.includes('name=atrium-bus')).map((line) => /^id=(\d+)/.exec(line)?.[1] ?? '')
  },
  async cut(ids) {
    for (const id of ids) await redis?.command('CLIENT', 'KILL', 'ID', id)
  },
  admit: async (isOpen) => redis?.command('CONFIG', 'SET', 'maxclients', isOpen ? '1000' : '1'),
  async publishRaw(...texts) {
    for (const text of texts) await redis?.command('PUBLISH', channel, text)
  },
  strange: ['', 'hello', '{', '{}', 'null', '7'],
  whole: [aNotice],
}

for (const [name, carrier, skip] of [
  ['over PostgreSQL', postgres, false],
  ['over Redis', overOwnRedis, lacksRedis],
] as const)
  describe(name, { skip }, () => rulesOf(carrier))

function rulesOf({ connect, connections, cut, admit, publishRaw, strange, whole }: Carrier) {
  /** Opens the bus of one process, and records what it receives. */
  async function process(t: TestContext, mayFail = false) {
    const bus: Bus<Notice> = await openBus<Notice>(connect(), (error) => mayFail || assert.fail(String(error)))
    const received: string[] = []
    let gaps = 0
    let wake: () => void = () => undefined
    const until = async (isSo: () => boolean) => {
      while (!isSo())
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
    bus.listen(({ text }) => {
      received.push(text)
      wake()
    })
    bus.onGap(() => {
      gaps++
      wake()
    })
    t.after(() => bus.close())
    return { bus, received, until, gaps: () => gaps, publish: (text: string) => bus.publish({ text }) }
  }

  test('what one process tells, it hears at once itself, and the others a moment later, each once and in order', async (t) => {
    const [a, b, c] = [await process(t), await process(t), await process(t)]
    const texts = Array.from({ length: 1200 }, (_, i) => `notice ${i}`)
    for (const text of texts) a.publish(text)
    assert.deepEqual(a.received, texts)
    for (const other of [b, c]) {
      await other.until(() => other.received.length >= texts.length)
      assert.deepEqual(other.received, texts)
    }
    b.publish('back')
    await a.until(() => a.received.includes('back'))
    assert.equal(a.received.length, texts.length + 1)
    assert.equal(b.received.filter((text) => text === 'back').length, 1)
  })

  test('the same words twice are two notices', async (t) => {
    const [a, b] = [await process(t), await process(t)]
    for (const text of ['same', 'same', 'end']) a.publish(text)
    await b.until(() => b.received.includes('end'))
    assert.deepEqual(b.received, ['same', 'same', 'end'])
  })

  test('a notice may be longer than what is carried at once, and in any writing', async (t) => {
    const [a, b] = [await process(t), await process(t)]
    const texts = ['é'.repeat(50_000), '漢字🎉\u0001"\\\n'.repeat(3000), 'x'.repeat(7899), 'x'.repeat(200_000), 'short']
    for (const text of texts) a.publish(text)
    await b.until(() => b.received.includes('short'))
    assert.deepEqual(b.received, texts)
  })

  test('two processes that tell long things at the same moment do not mix them up', async (t) => {
    const [a, b, c] = [await process(t), await process(t), await process(t)]
    for (let i = 0; i < 50; i++) {
      a.publish(`a${i}`.repeat(4000))
      b.publish(`b${i}`.repeat(4000))
    }
    await c.until(() => c.received.length >= 100)
    for (const name of ['a', 'b'])
      assert.deepEqual(
        c.received.filter((text) => text.startsWith(name)),
        Array.from({ length: 50 }, (_, i) => `${name}${i}`.repeat(4000)),
      )
  })

  test('a connection that is cut comes back by itself, and each process is told that it may have missed something', async (t) => {
    const [a, b] = [await process(t), await process(t)]
    const before = [a.gaps(), b.gaps()] as const
    await cut(await connections())
    for (const [i, process] of [a, b].entries()) await process.until(() => process.gaps() > (before[i] ?? 0))
    a.publish('again')
    await b.until(() => b.received.includes('again'))
  })

  test('who could not be told something learns that it has missed something', async (t) => {
    const b = await process(t)
    const others = await connections()
    const a = await process(t, true)
    const before = b.gaps()
    await admit(false)
    await cut((await connections()).filter((connection) => !others.includes(connection)))
    a.publish('into the void')
    assert.deepEqual(a.received, ['into the void'])
    await admit(true)
    await b.until(() => b.gaps() > before)
    a.publish('after')
    await b.until(() => b.received.includes('after'))
    assert.deepEqual(b.received, ['after'])
  })

  test('a listener that fails keeps nobody from hearing', async () => {
    const faults: unknown[] = []
    const bus = await openBus<Notice>(connect(), (error) => faults.push(error))
    const received: string[] = []
    bus.listen(() => {
      throw new Error('broken')
    })
    bus.listen(({ text }) => void received.push(text))
    bus.publish({ text: 'x' })
    assert.deepEqual([received, faults.length], [['x'], 1])
    await bus.close()
  })

  test('what somebody else says on the channel harms nobody', async (t) => {
    const faults: unknown[] = []
    const bus = await openBus<Notice>(connect(), (error) => faults.push(error))
    t.after(() => bus.close())
    const received: string[] = []
    bus.listen(({ text }) => void received.push(text))
    for (const text of strange) await publishRaw(text)
    await publishRaw(...whole)
    const other = await process(t)
    other.publish('still here')
    while (!received.includes('still here')) await new Promise(setImmediate)
    assert.deepEqual(received, ['whole', 'still here'])
    assert.ok(faults.length > 0)
  })

  test('a bus that is closed has sent what it was given', async (t) => {
    const [a, b] = [await process(t), await process(t)]
    a.publish('last words')
    await a.bus.close()
    await b.until(() => b.received.includes('last words'))
  })
}

test('a Redis that is away at the start is said once, and heard as soon as it is there', { skip: lacksRedis }, async (t) => {
  const late = await testRedis()
  let tries = 0
  const silentServer = createServer((caller) => {
    tries++
    caller.destroy()
  }).listen(Number(new URL(late.url).port), '127.0.0.1')
  const errors: string[] = []
  const bus = await openBus<Notice>(overRedis(late.url, channel), (error) => errors.push(String(error)))
  t.after(() => bus.close())
  const gapFound = new Promise<void>((resolve) => bus.onGap(resolve))
  bus.publish({ text: 'into the void' })
  while (tries < 4) await once(silentServer, 'connection')
  silentServer.close()
  await late.start()
  await gapFound
  assert.equal(errors.length, 1)
  assert.match(errors[0] ?? '', /Redis at 127\.0\.0\.1:\d+ does not answer, and is tried again: /)
  const other = await openBus<Notice>(overRedis(late.url, channel), assert.ifError)
  t.after(() => other.close())
  const received = new Promise<string>((resolve) => bus.listen(({ text }) => resolve(text)))
  other.publish({ text: 'after' })
  assert.equal(await received, 'after')
})

test('products that share a Redis do not hear each other', { skip: lacksRedis }, async (t) => {
  const url = redis?.url ?? ''
  const buses = await Promise.all(['one', 'one', 'another'].map((name) => openBus<Notice>(overRedis(url, name), assert.ifError)))
  t.after(() => Promise.all(buses.map((bus) => bus.close())))
  const received: string[] = []
  const [a, b, other] = buses
  other?.listen(({ text }) => void received.push(text))
  const arrived = new Promise<void>((resolve) => b?.listen(() => resolve()))
  a?.publish({ text: 'ours' })
  await arrived
  other?.publish({ text: 'theirs' })
  assert.deepEqual(received, ['theirs'])
})
