// Plays scenarios: requests that are sent at the same moment to two processes on one database.
import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { broken, invariants } from '../server/src/tenants/invariants.ts'
import { startWorldProcess } from '../server/src/testing/processes.ts'
import { type Name, people, testApp } from '../server/src/testing/world.ts'
import type { Workspace } from '../server/src/testing/world-scene.ts'

export type Race = Awaited<ReturnType<typeof openRace>>
// biome-ignore lint/suspicious/noExplicitAny: each endpoint has its own body
export type RaceAnswer = { status: number; body: any; cookies: string[] }
export type Call = (port: number) => Promise<RaceAnswer>

/** The calls of one round, and the rule for their answers and for the data afterwards. */
export type Round = { calls: Call[]; rule: (answers: RaceAnswer[]) => unknown }
export type Scenario = { name: string; begin: (race: Race, round: number) => Promise<Round> }
type Played = { name: string; rounds: number; failure: unknown; outcomes: Map<string, number> }

/** The time over which the calls of a round are spread. A password takes some 50 ms to verify. */
const milliseconds = [0, 1, 5, 0, 25, 60]

/** The events of payments are signed with this secret. Nobody calls Stripe. */
export const webhookSecret = 'whsec_race'
const environment = { RATE_LIMIT: '0', STRIPE_SECRET_KEY: 'sk_test_race', STRIPE_WEBHOOK_SECRET: webhookSecret }

/** Limits of requests are off, because rounds follow each other without a pause. */
export async function openRace() {
  const world = await testApp(environment)
  const processes = [await startWorldProcess(world, environment), await startWorldProcess(world, environment)]
  const agent = new Agent({ keepAlive: true, maxSockets: 40 })
  const owner = new pg.Pool({ connectionString: world.owner_url, max: 4 })
  const query = async (sql: string, ...values: unknown[]) => (await owner.query<Record<string, unknown>>(sql, values)).rows
  world.closeFirst(async () => {
    await owner.end()
    agent.destroy()
    await Promise.all(processes.map((server) => server.kill()))
  })

  const call =
    (at: Workspace | `race${string}`, headers: Record<string, string>, route: string, body?: unknown): Call =>
    async (port) => {
      const [method, path] = route.split(' ')
      const host = at.startsWith('race') ? `${at}.${world.config.domain}` : world.hostOf(at as Workspace)
      const payload = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body)
      const type = payload === undefined ? {} : { 'content-type': 'application/json' }
      return new Promise((resolve, reject) => {
        const sent = request(
          { port, host: '127.0.0.1', agent, method, path, headers: { host, ...type, ...headers } },
          (answer) => {
            text(answer).then((received) => {
              const cookies = answer.headers['set-cookie'] ?? []
              resolve({ status: answer.statusCode ?? 0, body: received ? JSON.parse(received) : undefined, cookies })
            }, reject)
          },
        )
        sent.on('error', reject).end(payload)
      })
    }

  /** A browser of this person with a session of its own, as access tokens last for minutes only. */
  async function logIn(person: Name | { id: number; at: Workspace }) {
    const cookie = await world.sessionOf(person)
    const { at } = typeof person === 'string' ? people[person] : person
    return (route: string, body?: unknown, headers: Record<string, string> = {}) => call(at, { cookie, ...headers }, route, body)
  }

  /** Sends all calls at the same moment, in turn to each process, in every order, in some rounds a little later. */
  async function play({ calls, rule }: Round, round: number) {
    const spread = milliseconds[Math.floor(round / calls.length) % milliseconds.length] ?? 0
    const pause = Math.round(spread / (calls.length - 1))
    const order = calls.map((_, i) => (i + round) % calls.length)
    const sent: Promise<RaceAnswer>[] = []
    for (const [n, i] of order.entries()) {
      if (n > 0 && pause > 0) await sleep(pause)
      sent[i] = (calls[i] as Call)(processes[n % 2]?.port ?? 0)
    }
    const answers = await Promise.all(sent)
    for (const { status, body } of answers) assert.ok(status < 500, `${status} ${JSON.stringify(body)}`)
    await rule(answers)
    return answers.map(({ status }) => status).join(' ')
  }

  const now = (sent: Call) => sent(processes[0]?.port ?? 0)
  const faults = () => processes.map((server) => server.faults()).join('')
  return { ...world, query, call, logIn, play, now, faults }
}

let newcomers = 0

/** The number of rows of this `from` clause. */
export const count = async ({ query }: Race, from: string, ...values: unknown[]) =>
  Number((await query(`select count(*)::int as n from ${from}`, ...values))[0]?.n)

/** Adds a person to Acme, with the password of everybody. */
export async function addPerson({ query }: Race, role: string, { accepted = true } = {}) {
  const rows = await query(
    `insert into people (tenant_id, email, full_name, role, password_hash, accepted_at)
     select 1, $1, 'Racer', $2, case when $3 then password_hash end, case when $3 then now() end from people where id = $4
     returning id::float8`,
    `racer${++newcomers}@acme.test`,
    role,
    accepted,
    people.ann.id,
  )
  return { id: Number(rows[0]?.id), at: 'acme' as const, email: `racer${newcomers}@acme.test` }
}

/** Plays the scenarios in turn, so that a limit of time gives each its share. One that failed is not played again. */
export async function playAll(race: Race, scenarios: readonly Scenario[], left: () => boolean) {
  const played: Played[] = scenarios.map(({ name }) => ({ name, rounds: 0, failure: undefined, outcomes: new Map() }))
  for (let round = 0; left(); round++) {
    await race.query('delete from limits')
    for (const [i, { begin }] of scenarios.entries()) {
      const own = played[i] as Played
      if (own.failure) continue
      try {
        const outcome = await race.play(await begin(race, round), round)
        own.outcomes.set(outcome, (own.outcomes.get(outcome) ?? 0) + 1)
        own.rounds++
      } catch (error) {
        own.failure = error
      }
    }
  }
  return played
}

/** The rules of the doctor that some workspace breaks. */
export async function brokenRules({ asOwner, query }: Race) {
  const tenants = await query('select id::float8 as id from tenants where id > 0 and deleted_at is null order by id')
  const problems: string[] = []
  await asOwner(async (client) => {
    for (const { id } of tenants)
      for (const invariant of invariants) {
        const row = await broken((sql, values) => client.query(sql, values), invariant, Number(id))
        if (row) problems.push(`Workspace ${id}: ${invariant.problem} (${row.id}).`)
      }
  })
  return problems
}

/** Exactly one call succeeds, and the others are refused with one of these statuses. */
export function oneWins(answers: RaceAnswer[], ...refusals: number[]) {
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status < 300).length, 1, `One of them succeeds: ${JSON.stringify(answers)}`)
  for (const status of statuses) assert.ok(status < 300 || refusals.includes(status), `Statuses: ${statuses}`)
}

/** Every status is one of those that its call may have. */
export const mayBe = (answers: RaceAnswer[], ...allowed: number[][]) => {
  for (const [i, { status, body }] of answers.entries())
    assert.ok(allowed[i]?.includes(status), `Call ${i}: ${status} ${JSON.stringify(body)}`)
}
