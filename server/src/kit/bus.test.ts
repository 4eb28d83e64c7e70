import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Bus, openBus } from './bus.ts'
import { overPostgres } from './bus-postgres.ts'
import { testDatabase } from './testing.ts'

const { urlOf, asOwner } = await testDatabase()

type Notice = { text: string }

/** A process's bus, and what it heard. */
async function process(t: TestContext) {
  const bus: Bus<Notice> = await openBus<Notice>(overPostgres(urlOf('atrium_workspace')), (error) => assert.fail(String(error)))
  const heard: string[] = []
  let gaps = 0
  let tell: () => void = () => undefined
  const until = async (isSo: () => boolean) => {
    while (!isSo())
      await new Promise<void>((resolve) => {
        tell = resolve
      })
  }
  bus.listen(({ text }) => {
    heard.push(text)
    tell()
  })
  bus.onGap(() => {
    gaps++
    tell()
  })
  t.after(() => bus.close())
  return { bus, heard, until, gaps: () => gaps, say: (text: string) => bus.publish({ text }) }
}

const connections = () =>
  asOwner(async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'atrium bus' and datname = current_database()`,
    )
    return rows.map(({ pid }) => pid)
  })

/** How many connections the database takes from now on; -1 for any number. */
const admit = (count: number) =>
  asOwner((client) =>
    client.query(`alter role ${client.escapeIdentifier(new URL(urlOf('atrium_workspace')).username)} connection limit ${count}`),
  )

const cut = (pids: number[]) =>
  asOwner((client) => client.query('select pg_terminate_backend(pid, 5000) from unnest($1::int[]) as pid', [pids]))

test('what one process tells, it hears at once itself, and the others a moment later, each once and in order', async (t) => {
  const [a, b, c] = [await process(t), await process(t), await process(t)]
  const said = Array.from({ length: 1200 }, (_, i) => `notice ${i}`)
  for (const text of said) a.say(text)
  assert.deepEqual(a.heard, said)
  for (const other of [b, c]) {
    await other.until(() => other.heard.length >= said.length)
    assert.deepEqual(other.heard, said)
  }
  b.say('back')
  await a.until(() => a.heard.includes('back'))
  assert.equal(a.heard.length, said.length + 1)
  assert.equal(b.heard.filter((text) => text === 'back').length, 1)
})

test('the same words twice are two notices', async (t) => {
  const [a, b] = [await process(t), await process(t)]
  for (const text of ['same', 'same', 'end']) a.say(text)
  await b.until(() => b.heard.includes('end'))
  assert.deepEqual(b.heard, ['same', 'same', 'end'])
})

test('a notice may be longer than what the database carries at once, and in any writing', async (t) => {
  const [a, b] = [await process(t), await process(t)]
  const texts = ['é'.repeat(50_000), '漢字🎉\u0001"\\\n'.repeat(3000), 'x'.repeat(7899), 'x'.repeat(200_000), 'short']
  for (const text of texts) a.say(text)
  await b.until(() => b.heard.includes('short'))
  assert.deepEqual(b.heard, texts)
})

test('two processes that tell long things at the same moment do not mix them up', async (t) => {
  const [a, b, c] = [await process(t), await process(t), await process(t)]
  for (let i = 0; i < 50; i++) {
    a.say(`a${i}`.repeat(4000))
    b.say(`b${i}`.repeat(4000))
  }
  await c.until(() => c.heard.length >= 100)
  for (const name of ['a', 'b'])
    assert.deepEqual(
      c.heard.filter((text) => text.startsWith(name)),
      Array.from({ length: 50 }, (_, i) => `${name}${i}`.repeat(4000)),
    )
})

test('a connection that is cut comes back by itself, and each process is told that it may have missed something', async (t) => {
  const [a, b] = [await process(t), await process(t)]
  const before = [a.gaps(), b.gaps()] as const
  await cut(await connections())
  for (const [i, one] of [a, b].entries()) await one.until(() => one.gaps() > (before[i] ?? 0))
  a.say('again')
  await b.until(() => b.heard.includes('again'))
})

test('who could not be told something learns that it has missed something', async (t) => {
  const b = await process(t)
  const others = await connections()
  const a = await process(t)
  const before = b.gaps()
  await admit(0)
  await cut((await connections()).filter((pid) => !others.includes(pid)))
  a.say('into the void')
  assert.deepEqual(a.heard, ['into the void'])
  await admit(-1)
  await b.until(() => b.gaps() > before)
  a.say('after')
  await b.until(() => b.heard.includes('after'))
  assert.deepEqual(b.heard, ['after'])
})

test('a listener that fails keeps nobody from hearing', async () => {
  const faults: unknown[] = []
  const bus = await openBus<Notice>(overPostgres(urlOf('atrium_workspace')), (error) => faults.push(error))
  const heard: string[] = []
  bus.listen(() => {
    throw new Error('broken')
  })
  bus.listen(({ text }) => void heard.push(text))
  bus.publish({ text: 'x' })
  assert.deepEqual([heard, faults.length], [['x'], 1])
  await bus.close()
})

test('what somebody else says on the channel harms nobody', async (t) => {
  const faults: unknown[] = []
  const bus = await openBus<Notice>(overPostgres(urlOf('atrium_workspace')), (error) => faults.push(error))
  t.after(() => bus.close())
  const heard: string[] = []
  bus.listen(({ text }) => void heard.push(text))
  for (const payload of ['', 'hello', '1/1 {', '2/2 x', '7/9 x', '{}', '1/1 {}', '1/1 null', '1/1 7'])
    await asOwner((client) => client.query('select pg_notify($1, $2)', ['atrium_live', payload]))
  await asOwner(async (client) => {
    for (const payload of ['7/9 x', '1/1 {"from":"a stranger","notices":[{"text":"whole"}]}'])
      await client.query('select pg_notify($1, $2)', ['atrium_live', payload])
  })
  const other = await process(t)
  other.say('still here')
  while (!heard.includes('still here')) await new Promise(setImmediate)
  assert.deepEqual(heard, ['whole', 'still here'])
  assert.ok(faults.length > 0)
})

test('a bus that is closed has sent what it was given', async (t) => {
  const [a, b] = [await process(t), await process(t)]
  a.say('last words')
  await a.bus.close()
  await b.until(() => b.heard.includes('last words'))
})
