// Races about projects, tasks, chat and payments.
import assert from 'node:assert/strict'
import Stripe from 'stripe'
import { completed } from '../server/src/billing/testing.ts'
import { labels, people, projects, tasks } from '../server/src/testing/world.ts'
import { mayBe, oneWins, type Race, type Scenario, webhookSecret } from './race-runner.ts'

const description = 'Long enough for a description.'
const count = async ({ query }: Race, from: string, ...values: unknown[]) =>
  Number((await query(`select count(*)::int as n from ${from}`, ...values))[0]?.n)

async function newTask(race: Race, project: number = projects.website) {
  const [row] = await race.query(
    `insert into tasks (tenant_id, project_id, title, description) values (1, $1, 'Race', $2) returning id::float8`,
    project,
    description,
  )
  return Number(row?.id)
}

async function newSubtask(race: Race, task: number) {
  const [row] = await race.query(
    `insert into subtasks (tenant_id, task_id, title) values (1, $1, 'Race') returning id::float8`,
    task,
  )
  return Number(row?.id)
}

/** Makes Dana a member of the website, and returns the id of the membership. */
async function danaJoins(race: Race) {
  await race.query(
    `update people set is_active = true, role = 'developer', manager_id = $2 where id = $1`,
    people.dana.id,
    people.pam.id,
  )
  await race.query('delete from subtasks where assigned_to_id = $1', people.dana.id)
  await race.query('delete from members where project_id = $1 and person_id = $2', projects.website, people.dana.id)
  const [row] = await race.query(
    `insert into members (tenant_id, project_id, person_id, role) values (1, $1, $2, 'developer') returning id::float8`,
    projects.website,
    people.dana.id,
  )
  return Number(row?.id)
}

const strandedWork = (race: Race) =>
  count(
    race,
    `subtasks s join tasks t on t.tenant_id = 1 and t.id = s.task_id where s.tenant_id = 1 and s.assigned_to_id = $1
     and s.status <> 'done' and not exists (select from members m join people p on p.id = m.person_id
       where m.tenant_id = 1 and m.project_id = t.project_id and m.person_id = $1 and p.is_active and p.role = 'developer')`,
    people.dana.id,
  )

export const racesOfWork: Scenario[] = [
  {
    name: 'one idempotency key creates one task',
    async begin(race, round) {
      const pam = await race.logIn('pam')
      const body = { project: projects.website, title: `Twice ${round}`, description }
      const create = pam('POST /api/tasks/', body, { 'idempotency-key': `race-${round}` })
      return {
        calls: [create, create],
        async rule(answers) {
          mayBe(answers, [201], [201])
          assert.equal(answers[0]?.body.id, answers[1]?.body.id)
          assert.equal(await count(race, 'tasks where title = $1', body.title), 1)
        },
      }
    },
  },
  {
    name: 'nobody is assigned who is removed from the project',
    async begin(race) {
      const member = await danaJoins(race)
      const subtask = await newSubtask(race, tasks.home_page)
      const pam = await race.logIn('pam')
      return {
        calls: [pam(`PATCH /api/subtasks/${subtask}/`, { assigned_to: people.dana.id }), pam(`DELETE /api/members/${member}/`)],
        async rule(answers) {
          oneWins(answers, 400)
          assert.equal(await strandedWork(race), 0)
        },
      }
    },
  },
  {
    name: 'nobody is assigned who is deleted',
    async begin(race) {
      await danaJoins(race)
      const subtask = await newSubtask(race, tasks.home_page)
      const [pam, ann] = [await race.logIn('pam'), await race.logIn('ann')]
      return {
        calls: [
          pam(`PATCH /api/subtasks/${subtask}/`, { assigned_to: people.dana.id }),
          ann(`DELETE /api/employees/${people.dana.id}/`),
        ],
        async rule(answers) {
          mayBe(answers, [200, 400], [204, 400])
          assert.equal(await strandedWork(race), 0)
        },
      }
    },
  },
  {
    name: 'nobody is assigned whose role changes',
    async begin(race) {
      await danaJoins(race)
      const subtask = await newSubtask(race, tasks.home_page)
      const [pam, ann] = [await race.logIn('pam'), await race.logIn('ann')]
      const form = { full_name: 'Dana', job_title: 'Job', department: 'HR', role: 'hr' }
      return {
        calls: [
          pam(`PATCH /api/subtasks/${subtask}/`, { assigned_to: people.dana.id }),
          ann(`PUT /api/employees/${people.dana.id}/`, form),
        ],
        async rule(answers) {
          oneWins(answers, 400)
          assert.equal(await strandedWork(race), 0)
        },
      }
    },
  },
  {
    name: 'a deleted task takes along what is added to it',
    async begin(race) {
      const task = await newTask(race)
      const [pam, dev] = [await race.logIn('pam'), await race.logIn('dev')]
      return {
        calls: [
          pam(`DELETE /api/tasks/${task}/`),
          dev('POST /api/comments/', { content_type: 'task', object_id: task, text: 'Late.' }),
          pam('POST /api/subtasks/', { task, title: 'Late' }),
          pam(`PATCH /api/tasks/${task}/`, { label_ids: [labels.design] }),
        ],
        async rule(answers) {
          mayBe(answers, [204], [201, 400], [201, 400], [200, 404])
          for (const table of ['comments', 'subtasks', 'task_labels'])
            assert.equal(await count(race, `${table} where task_id = $1`, task), 0, table)
        },
      }
    },
  },
  {
    name: 'a deleted task is restored once',
    async begin(race) {
      const task = await newTask(race)
      const pam = await race.logIn('pam')
      await race.now(pam(`DELETE /api/tasks/${task}/`))
      const restore = pam(`POST /api/tasks/${task}/restore/`)
      return {
        calls: [restore, restore],
        async rule(answers) {
          oneWins(answers, 404)
          assert.equal(await count(race, 'tasks where id = $1', task), 1)
        },
      }
    },
  },
  {
    name: 'a card that two people move is in one column, and each hears where theirs went',
    async begin(race) {
      const task = await newTask(race)
      const pam = await race.logIn('pam')
      const move = (status: string) => pam(`PATCH /api/tasks/${task}/`, { status })
      return {
        calls: [move('done'), move('in_progress'), move('done')],
        async rule(answers) {
          mayBe(answers, [200], [200], [200])
          assert.deepEqual(
            answers.map(({ body }) => body.status),
            ['done', 'in_progress', 'done'],
          )
          const [row] = await race.query('select status from tasks where id = $1', task)
          assert.ok(['done', 'in_progress'].includes(String(row?.status)))
        },
      }
    },
  },
  {
    name: 'nothing new is in a project once that is inactive',
    async begin(race) {
      const pam = await race.logIn('pam')
      const { body } = await race.now(pam('POST /api/projects/', { name: 'Race' }))
      return {
        calls: [
          pam(`PATCH /api/projects/${body.id}/`, { is_active: false }),
          pam('POST /api/tasks/', { project: body.id, title: 'Late', description }),
          pam(`PATCH /api/projects/${body.id}/`, { name: 'Late' }),
        ],
        async rule(answers) {
          mayBe(answers, [200], [201, 400], [200, 400])
          const made = answers[1]?.status === 201 ? 1 : 0
          assert.equal(await count(race, 'tasks where project_id = $1', body.id), made)
        },
      }
    },
  },
  {
    name: 'a proposal is decided once',
    async begin(race) {
      const task = await newTask(race)
      const [row] = await race.query(
        `insert into subtask_proposals (tenant_id, project_id, task_id, person_id, title) values (1, $1, $2, $3, 'Idea') returning id::float8`,
        projects.website,
        task,
        people.dev.id,
      )
      const pam = await race.logIn('pam')
      const decide = (how: string) => pam(`POST /api/proposals/${row?.id}/${how}/`)
      return {
        calls: [decide('accept'), decide('decline'), decide('accept')],
        async rule(answers) {
          oneWins(answers, 404)
          const accepted = answers[1]?.status !== 204
          assert.equal(await count(race, 'subtasks where task_id = $1', task), accepted ? 1 : 0)
        },
      }
    },
  },
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
        calls: [save('A'), save('B'), save('C')],
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
      const payload = JSON.stringify({
        id: `evt_race_${round}`,
        object: 'event',
        api_version: Stripe.API_VERSION,
        created: Math.floor(Date.now() / 1000),
        type: 'checkout.session.completed',
        data: { object: session },
      })
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
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
