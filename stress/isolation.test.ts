// @long @alone: Three tenants over shared connections of HTTP and of the database, with both locks between them and with each alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tenantTables } from '../server/src/kit/db/schema.gen.ts'
import { storeScene, testApp } from '../server/src/testing/world.ts'
import { type Locks, locksOf } from './isolation-locks.ts'
import { anyRequest, judge, readsOf } from './isolation-requests.ts'
import { openSockets } from './isolation-sockets.ts'
import { openRequests, openTeam, type Team, tables, workspaces } from './isolation-teams.ts'
import { figure, isStress, startRounds } from './size.ts'

const world = await testApp({ RATE_LIMIT: '0' })
await storeScene(world.services.store)
const { query } = world
const { send, cookieOf, logIn } = await openRequests(world)
const teams: Team[] = []
for (const at of workspaces) teams.push(await openTeam(world, send, at))
const markers = teams.map(({ marker }) => marker)
const othersOf = (me: Team) => teams.filter((team) => team !== me)
const locks = locksOf(world)
const both: Locks = { predicates: true, rowSecurity: true }
const modes: [string, Locks][] = [
  ['both locks', both],
  ['row security alone', { predicates: false, rowSecurity: true }],
  ['predicates alone', { predicates: true, rowSecurity: false }],
]
const requestsPerRound = isStress ? 600 : 120
const atOnce = 24

const count = { requests: 0, succeeded: 0, frames: 0 }

/** A round of requests and frames of all teams at once. Returns everything that was wrong. */
async function attempt() {
  await query('delete from limits')
  const sockets = await Promise.all(teams.map((me) => openSockets({ ...world, cookieOf }, me, othersOf(me))))
  const problems: string[] = []
  let left = requestsPerRound
  const sendInTurn = async () => {
    while (left-- > 0) {
      const me = teams[left % teams.length] as Team
      const judged = await judge(send, me, anyRequest(me, othersOf(me)), markers)
      count.requests++
      if (judged.succeeded) count.succeeded++
      problems.push(...judged.problems)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendInTurn))
  for (const socket of sockets) {
    const { frames, problems: found } = await socket.close(markers)
    count.frames += frames
    problems.push(...found)
  }
  return problems
}

/** Rows with another tenant's marker, and rows of `ids` that are not where they were made. */
const misplaced = () =>
  world.asOwner(async (client) => {
    const found: string[] = []
    for (const table of tenantTables)
      for (const { tenant_id, marker } of teams) {
        const foreign = markers.filter((other) => other !== marker).join('|')
        const { rows } = await client.query(`select t::text as content from ${table} t where tenant_id = $1 and t::text ~ $2`, [
          tenant_id,
          foreign,
        ])
        found.push(...rows.map(({ content }) => `${table}: ${content}`))
      }
    for (const { tenant_id, ids } of teams)
      for (const [kind, table] of Object.entries(tables)) {
        const { rowCount } = await client.query(`select from ${table} where tenant_id = $1 and id = $2`, [tenant_id, ids[kind]])
        if (!rowCount) found.push(`${tenant_id} has lost its ${kind}`)
      }
    return found
  })

/** Deletes what the requests have made, so that later rounds are as quick as the first. */
const restore = () =>
  world.asOwner(async (client) => {
    const own = teams.map(({ tenant_id }) => tenant_id)
    const made = ['comment_id', 'proposal_id', 'import_id', 'view_id', 'update_id', 'subtask_id', 'task_id', 'notification_id']
    for (const kind of [...made, 'message_id']) {
      const kept = teams.map(({ ids }) => ids[kind])
      await client.query(`delete from ${tables[kind]} where tenant_id = any($1) and id <> all($2)`, [own, kept])
    }
    for (const table of ['trash', 'answers', 'security_events', 'assignments']) await client.query(`delete from ${table}`)
  })

test('three tenants over shared connections see and change nothing of each other, also with one lock alone', async (t) => {
  const rounds = startRounds({ short: 3, whole: 230 })
  while (rounds.left()) {
    for (const [name, kept] of modes) {
      await locks.set(kept)
      const problems = await attempt()
      assert.deepEqual(problems, [], `With ${name}: ${problems.join('\n')}\n${world.faults()}`)
    }
    assert.deepEqual(await misplaced(), [])
    await restore()
    if (isStress) await logIn()
  }
  await locks.set(both)
  figure(t, 'requests', count.requests)
  figure(t, 'of them succeeded', count.succeeded)
  figure(t, 'frames', count.frames)
  figure(t, 'statements whose predicates were opened', locks.opened())
  assert.ok(count.succeeded > count.requests / 4 && locks.opened() > count.requests)
})

/** An export is an event of the security log itself. */
const isStable = (route: string) => !/security-log|export/.test(route)

test('each lock alone shows exactly what both show', async () => {
  const shown = new Map<string, Set<string>>()
  for (const [, kept] of modes) {
    await query('delete from limits')
    await locks.set(kept)
    for (const me of teams)
      for (const { role, route } of readsOf(me).filter(({ route }) => isStable(route))) {
        const { status, text } = await send(me.staff[role], route)
        const name = `${me.staff[role]} ${route}`
        shown.set(name, (shown.get(name) ?? new Set()).add(`${status} ${text}`))
      }
  }
  await locks.set(both)
  assert.deepEqual(
    [...shown].filter(([, answers]) => answers.size > 1),
    [],
  )
  assert.ok(shown.size > 150, `${shown.size}`)
})

// It is the last, because tenants change each other's rows. The requests are random, so one round may hold too few.
test('without both locks, the same requests do find what belongs to others', async () => {
  const read = (problems: string[]) => problems.some((problem) => problem.includes('has '))
  const changed = (problems: string[]) => problems.some((problem) => /: 2\d\d, which must fail/.test(problem))
  const problems: string[] = []
  await locks.set({ predicates: false, rowSecurity: false })
  try {
    for (let round = 0; round < 20 && !(read(problems) && changed(problems)); round++) problems.push(...(await attempt()))
  } finally {
    await locks.set(both)
  }
  assert.ok(read(problems), 'No answer had a foreign marker.')
  assert.ok(changed(problems), 'No request for a foreign row succeeded.')
})
