// @long @alone: People attach files while processes are killed. Every file that was acknowledged is there afterwards, once and whole, and nothing else.
import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { mostFilesAtOnce, partBytes } from 'contract'
import pg from 'pg'
import { readConfig } from '../server/src/config.ts'
import { sweepFiles } from '../server/src/files/sweep.ts'
import { connect } from '../server/src/kit/db/db.ts'
import { logInsOf } from '../server/src/kit/db/migrate.ts'
import { keyOf, openStore } from '../server/src/kit/files/store.ts'
import { tokensFor } from '../server/src/kit/security/tokens.ts'
import { openSessions } from '../server/src/testing/world-clients.ts'
import { addScene, tasks, tenants } from '../server/src/testing/world-scene.ts'
import { ask } from './durability-clients.ts'
import { install, type Victim } from './durability-installation.ts'
import { figure, isStress, startRounds } from './size.ts'

const session_secret = 'a secret of the tests, long enough'
const victims: Victim[] = ['a worker', 'the database', 'the only process']
const peopleCount = isStress ? 20 : 3
const firstPerson = 5000
const day = 86_400_000

const installation = await install({ SESSION_SECRET: session_secret })
await installation.start(2)
await addScene(installation.owner_url())
const { port, data_dir } = installation
const config = readConfig({ SESSION_SECRET: session_secret, PUBLIC_URL: `http://localhost:${port}`, DATA_DIR: data_dir })

async function asOwner<T>(work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: installation.owner_url() })
  await client.connect()
  return work(client).finally(() => client.end())
}
const query = async (text: string, ...values: unknown[]) =>
  (await asOwner((client) => client.query<Record<string, unknown>>(text, values))).rows
const { sessionOf } = openSessions({ query }, { config, tokens: tokensFor(session_secret, undefined) })

type Target = Parameters<typeof ask>[0]
type Sent = { id: number; sha256: string }

/** Adds administrators, because everybody may have a few files on their way only. */
async function addPeople(round: number): Promise<Target[]> {
  const first = firstPerson + round * peopleCount
  await query(`insert into people (tenant_id, id, email, full_name, role)
    select ${tenants.acme.id}, n, 'sender' || n || '@acme.test', 'Sender ' || n, 'tenant_admin'
    from generate_series(${first}, ${first + peopleCount - 1}) n`)
  return Promise.all(
    Array.from({ length: peopleCount }, async (_, n) => {
      const cookie = await sessionOf({ id: first + n, at: 'acme' })
      return { port, headers: { host: `acme.localhost:${port}`, cookie } }
    }),
  )
}

let repeated = 0
/** Repeats a request until it is acknowledged. */
async function insist(target: Target, route: string, body: object, key?: string) {
  for (;;) {
    const { status, text } = await ask(target, route, body, key)
    if (status === 200 || status === 201) return JSON.parse(text)
    assert.ok(status === 0 || status === 503, `${route} ${status} ${text}`)
    repeated++
    await sleep(20)
  }
}

/** Sends a file as a browser does. */
async function sendFile(target: Target, bytes: Buffer): Promise<Sent> {
  const whole = { name: 'a.bin', size: bytes.length }
  let state = await insist(target, `POST /api/tasks/${tasks.home_page}/uploads/`, whole, randomUUID())
  while (!state.file) {
    const part = bytes.subarray(state.received, state.received + partBytes)
    state = await insist(target, `PUT /api/uploads/${state.id}/?offset=${state.received}`, part)
  }
  return { id: state.file.id, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Everybody sends as many files at once as they may. Every fourth file is one that others have, too. */
async function sendFrom(people: readonly Target[]) {
  const shared = randomBytes(1000)
  const bytesOf = (n: number) => (n % 4 === 0 ? shared : randomBytes(1 + Math.floor(Math.random() * 2.5 * partBytes)))
  const sent = people.flatMap((target) => Array.from({ length: mostFilesAtOnce }, (_, n) => sendFile(target, bytesOf(n))))
  return Promise.all(sent)
}

const isServed = async (target: Target) => {
  while ((await ask(target, 'GET /api/me/')).status !== 200) await sleep(50)
}

test('kills of any process lose and double no file, and leave nothing that the nights would not free', async (t) => {
  const all: Sent[] = []
  let kills = 0
  const rounds = startRounds({ short: 1, whole: 3 })
  while (rounds.left()) {
    const people = await addPeople(rounds.done())
    const sending = sendFrom(people)
    let isOver = false
    const ended = sending.finally(() => (isOver = true))
    ended.catch(() => undefined)
    for (const victim of victims) {
      await sleep(100 + Math.random() * 400)
      const [first] = people
      if (isOver || !first) break
      await installation.kill(victim, () => isServed(first))
      kills++
    }
    all.push(...(await ended))
  }

  const rows =
    await query(`select f.id::float8, encode(c.sha256, 'hex') as sha256 from files f join file_contents c on c.id = f.content_id
    where f.person_id >= ${firstPerson} order by f.id`)
  assert.deepEqual(
    rows,
    all.toSorted((a, b) => a.id - b.id),
  )
  await mustFitAfterNights()
  figure(t, 'files, each there once', all.length)
  figure(t, 'kills', kills)
  figure(t, 'requests repeated', repeated)
})

/** Lets two nights pass, after which the store and the rows have to agree. */
async function mustFitAfterNights() {
  const { urlOf } = await logInsOf(installation.owner_url())
  const limits = { max: 2, name: 'test' }
  const pools = { workspace: connect(urlOf('atrium_workspace'), limits), platform: connect(urlOf('atrium_platform'), limits) }
  const store = await openStore(config)
  await query(`update uploads set touched_at = touched_at - interval '2 days'`)
  await query(`update file_contents set used_at = used_at - interval '2 days'`)
  for (let night = 0; night < 2; night++) await sweepFiles(pools, store, Date.now() + 2 * day)
  await Promise.all([pools.workspace.end(), pools.platform.end()])

  const contents = await query(`select tenant_id::int, object, encode(sha256, 'hex') as sha256, width from file_contents`)
  const stored = new Set<string>()
  for await (const { key } of store.list('')) stored.add(key)
  for (const { tenant_id, object, sha256 } of contents) {
    const key = keyOf(Number(tenant_id), String(object))
    // The rows of the scene have no bytes.
    if (!stored.delete(key)) assert.match(String(object), /^00000000-/)
    else
      assert.equal(
        createHash('sha256')
          .update(await buffer(await store.get(key)))
          .digest('hex'),
        sha256,
      )
  }
  assert.deepEqual([...stored], [])
  assert.deepEqual(await query('select id from uploads'), [])
}
