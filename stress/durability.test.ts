// @long @alone: A real installation whose processes are killed while people write. Everything acknowledged is there afterwards, once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readConfig } from '../server/src/config.ts'
import { examine } from '../server/src/doctor/doctor.ts'
import { logInsOf } from '../server/src/kit/db/migrate.ts'
import { tokensFor } from '../server/src/kit/security/tokens.ts'
import { waitUntil } from '../server/src/testing/processes.ts'
import { openRoom } from '../server/src/testing/world-browsers.ts'
import { openSessions } from '../server/src/testing/world-clients.ts'
import { addScene, projects, rooms } from '../server/src/testing/world-scene.ts'
import { ask, invite, keepTalking, keepWriting, startMailServer } from './durability-clients.ts'
import { install, type Victim } from './durability-installation.ts'
import { figure, isStress, startRounds } from './size.ts'

const session_secret = 'a secret of the tests, long enough'
const victims: Victim[] = ['a worker', 'the database', 'the first process', 'the only process']
const mostReadyMilliseconds = 3000

const mails = await startMailServer()
const installation = await install({ SESSION_SECRET: session_secret, SMTP_URL: mails.url })
await installation.start(2)
await addScene(installation.owner_url())

async function asOwner<T>(work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: installation.owner_url() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const query = async (text: string, ...values: unknown[]) =>
  (await asOwner((client) => client.query<Record<string, unknown>>(text, values))).rows

const { port } = installation
const config = readConfig({ SESSION_SECRET: session_secret, PUBLIC_URL: `http://localhost:${port}` })
const tokens = tokensFor(session_secret, undefined)
const { sessionOf } = openSessions({ query }, { config, tokens })

type Who = 'ann' | 'pam' | 'dev'
const targets = {
  ann: { port, headers: { host: `acme.localhost:${port}`, cookie: '' } },
  pam: { port, headers: { host: `acme.localhost:${port}`, cookie: '' } },
  dev: { port, headers: { host: `acme.localhost:${port}`, cookie: '' } },
}
/** Access tokens are short-lived. */
async function logInAgain() {
  for (const who of Object.keys(targets) as Who[]) targets[who].headers.cookie = await sessionOf(who)
}
await logInAgain()

test('kills of any process lose nothing that was acknowledged, and double nothing that was repeated', async (t) => {
  const writers = ['First', 'Second', 'Third'].map((name) => keepWriting(name, targets.pam, projects.website))
  const talkers = (['pam', 'dev'] as const).map((who) =>
    openRoom({ ...targets[who], port: () => port }, { room_id: rooms.website, name: who, seesIt: true }),
  )
  const talking = await keepTalking(talkers)
  t.after(async () => {
    talking.stop()
    for (const writer of writers) writer.abandon()
    await Promise.all(talkers.map((talker) => talker.stop()))
  })
  const invited: string[] = []
  const inviteNext = () => {
    const email = `new${invited.length}@acme.test`
    invited.push(email)
    return invite(targets.ann, email)
  }
  const ready = new Map<Victim, number[]>(victims.map((victim) => [victim, []]))
  /** Requests over new connections, none of which waits for another. */
  const isServed = async () => {
    let isOver = false
    while (!isOver) {
      void ask(targets.dev, 'GET /api/me/').then(({ status }) => {
        if (status === 200) isOver = true
      })
      await sleep(20)
    }
  }

  const rounds = startRounds({ short: 1, whole: 50 })
  while (rounds.left()) {
    await asOwner((client) => client.query('delete from limits'))
    await logInAgain()
    for (const victim of victims) {
      await sleep(200 + Math.random() * 300)
      const killed = installation.kill(victim, isServed)
      await inviteNext()
      ready.get(victim)?.push(await killed)
      for (const writer of writers) writer.mustNotHaveFailed()
    }
  }

  talking.stop()
  await Promise.all(writers.map((writer) => writer.stop()))
  await waitUntil(
    () => talkers.every(({ unconfirmed }) => !unconfirmed.size),
    () => 'Everything said is confirmed.',
  )
  // A mail whose process dies is sent again 10 s later, which is too long for `npm test`.
  const mailed = isStress ? invited : []
  await waitUntil(
    () => mailed.every((email) => mails.received.has(email)),
    () => `Everybody invited gets a mail: ${[...mails.received.keys()]} of ${invited}.`,
    120,
  )

  const titles = writers.flatMap((writer) => writer.titles).toSorted()
  const textsOf = async (statement: string) => (await query(statement)).map(({ text }) => String(text)).toSorted()
  assert.deepEqual(await textsOf(`select title as text from tasks where id > 1000`), titles)
  assert.deepEqual(await textsOf(`select text from comments where id > 1000`), titles)
  const said = talkers.flatMap((talker, i) =>
    Array.from({ length: talker.sentCount() }, (_, n) => `${i ? 'dev' : 'pam'} ${n + 1}`),
  )
  assert.deepEqual(await textsOf(`select temp_id as text from chat_messages`), said.toSorted())
  assert.deepEqual(
    await textsOf(`select email as text from people where email like 'new%'`),
    [...invited].sort((a, b) => (a < b ? -1 : 1)),
  )
  for (const [email, ids] of mails.received) assert.equal(ids.size, 1, `${email} gets one mail.`)
  const [jobs] = await query(`select count(*)::int from pgboss.job where name = 'mail'`)
  if (invited.length < 50) assert.equal(jobs?.count, invited.length)

  const logIns = await logInsOf(installation.owner_url())
  const findings = await examine({ config, urlOf: logIns.urlOf })
  const ofDatabase = /^(Database|Database rules|Workspaces|Mails and jobs)$/
  assert.deepEqual(
    findings.filter(({ name, passed }) => ofDatabase.test(name) && !passed),
    [],
  )
  assert.deepEqual(
    installation.errors.filter(({ err }) => !err || err.message === '[object Object]'),
    [],
    'Every error has a message.',
  )

  figure(t, 'tasks and comments, each there once', titles.length * 2)
  figure(
    t,
    'requests repeated',
    writers.reduce((sum, writer) => sum + writer.repeated(), 0),
  )
  const hung = writers.reduce((sum, writer) => sum + writer.hung(), 0)
  figure(t, 'of them without any answer or end within 5 s', hung)
  figure(t, 'messages, each there once', said.length)
  for (const [victim, times] of ready) {
    const sorted = times.toSorted((a, b) => a - b)
    const [median = 0, slowest = 0] = [sorted[sorted.length >> 1], sorted.at(-1)]
    figure(t, `served again after ${victim} was killed ${times.length} times, ms`, `${median.toFixed()} ${slowest.toFixed()}`)
  }
  if (isStress) assert.ok([...ready.values()].flat().every((milliseconds) => milliseconds <= mostReadyMilliseconds))
})
