// @long @alone: Requests of the same moment, against two processes on one database. Each rule says which answers and which data are right.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenRules, openRace, playAll } from './race-runner.ts'
import { racesOfLogIns } from './races-of-log-ins.ts'
import { racesOfPeople } from './races-of-people.ts'
import { racesOfWork } from './races-of-work.ts'
import { racesOfWorkspaces } from './races-of-workspaces.ts'
import { figure, startRounds } from './size.ts'

const scenarios = [...racesOfWork, ...racesOfPeople, ...racesOfLogIns, ...racesOfWorkspaces]

const race = await openRace()
const { left } = startRounds({ short: 3, whole: 1000 })
const deadlocks = async () =>
  Number((await race.query('select deadlocks::int as n from pg_stat_database where datname = current_database()'))[0]?.n)
const played = await playAll(race, scenarios, left)

for (const { name, rounds, failure, outcomes } of played)
  test(name, (t) => {
    if (failure) throw failure
    const most = [...outcomes].sort(([, a], [, b]) => b - a).slice(0, 4)
    figure(t, name, `${rounds} rounds; ${most.map(([statuses, times]) => `${statuses} × ${times}`).join(', ')}`)
  })

test('afterwards every rule of the doctor holds, and no process has logged an error', async (t) => {
  assert.deepEqual(await brokenRules(race), [])
  assert.equal(race.faults(), '')
  figure(t, 'deadlocks that PostgreSQL resolved', await deadlocks())
})
