// Races about labels, views, chat and payments.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { completed } from '../server/src/billing/testing.ts'
import { people, projects } from '../server/src/testing/world.ts'
import { count, mayBe, oneWins, type Scenario, webhookSecret } from './race-runner.ts'

export const racesOfWorkspaces: Scenario[] = [
  {
    name: 'a label has one name',
    async begin(race, round) {
      const ann = await race.logIn('ann')
      await race.query(`delete from labels where tenant_id = 1 and name like 'Race %'`)
      return {
        calls: [ann('POST /api/labels/', { name: `Race ${round}` }), ann('POST /api/labels/', { name: `RACE ${round}` })],
        async rule(answers) {
          oneWins(answers, 400)
          assert.equal(await count(race, 'labels where tenant_id = 1 and lower(name) = $1', `race ${round}`), 1)
        },
      }
    },
  },
  {
    name: 'the last free place for a view goes to one',
    async begin(race) {
      const pam = await race.logIn('pam')
      await race.query(`delete from saved_views where tenant_id = 1 and project_id = $1`, projects.website)
      await race.query(
        `insert into saved_views (tenant_id, project_id, person_id, name, query, is_shared)
         select 1, $1, $2, 'View ' || n, '', true from generate_series(1, 49) n`,
        projects.website,
        people.pam.id,
      )
      const save = (name: string) => pam(`POST /api/projects/${projects.website}/views/`, { name, query: '', is_shared: true })
      return {
        calls: ['A', 'B', 'C', 'D', 'E', 'F'].map(save),
        async rule(answers) {
          oneWins(answers, 400)
          assert.equal(await count(race, 'saved_views where project_id = $1', projects.website), 50)
        },
      }
    },
  },
  {
    name: 'two people who open a chat with each other are in one room',
    async begin(race) {
      await race.query(`delete from chat_rooms where tenant_id = 1 and room_type = 'PRIVATE'`)
      const [dev, hana] = [await race.logIn('dev'), await race.logIn('hana')]
      const [a, b] = [people.dev.id, people.hana.id]
      return {
        calls: [
          dev('POST /api/private-chat/', { participants: [a, b] }),
          hana('POST /api/private-chat/', { participants: [b, a] }),
        ],
        async rule(answers) {
          assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 201])
          assert.equal(answers[0]?.body.id, answers[1]?.body.id)
          assert.equal(await count(race, `chat_rooms where tenant_id = 1 and room_type = 'PRIVATE'`), 1)
        },
      }
    },
  },
  {
    name: 'a payment that is delivered twice counts once',
    async begin(race, round) {
      await race.query('update tenants set on_trial = false, trial_ends_on = null, paid_until = current_date + 5 where id = 2')
      const session = { ...completed('globex'), id: `cs_race_${round}` }
      const seconds = Math.floor(Date.now() / 1000)
      const payload = JSON.stringify({
        id: `evt_race_${round}`,
        object: 'event',
        created: seconds,
        type: 'checkout.session.completed',
        data: { object: session },
      })
      const signature = `t=${seconds},v1=${createHmac('sha256', webhookSecret).update(`${seconds}.${payload}`).digest('hex')}`
      const deliver = race.call('platform', { 'stripe-signature': signature }, 'POST /api/stripe/webhook/', payload)
      return {
        calls: [deliver, deliver],
        async rule(answers) {
          mayBe(answers, [200], [200])
          assert.equal(await count(race, 'payments where stripe_session_id = $1', session.id), 1)
          const [row] = await race.query('select paid_until - current_date as days from tenants where id = 2')
          assert.equal(row?.days, 35)
        },
      }
    },
  },
]
