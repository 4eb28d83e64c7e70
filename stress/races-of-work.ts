// Races about projects, their members, and tasks.
import assert from 'node:assert/strict'
import { labels, people, projects, tasks } from '../server/src/testing/world.ts'
import { count, mayBe, oneWins, type Race, type Scenario } from './race-runner.ts'

const description = 'Long enough for a description.'
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
    name: 'a label that is deleted is on no task',
    async begin(race, round) {
      const task = await newTask(race)
      const [pam, ann] = [await race.logIn('pam'), await race.logIn('ann')]
      const { body } = await race.now(ann('POST /api/labels/', { name: `Short ${round}` }))
      return {
        calls: [ann(`DELETE /api/labels/${body.id}/`), pam(`PATCH /api/tasks/${task}/`, { label_ids: [body.id] })],
        async rule(answers) {
          mayBe(answers, [204], [200, 400])
          assert.equal(await count(race, 'task_labels where label_id = $1', body.id), 0)
        },
      }
    },
  },
  {
    name: 'a person joins a project once',
    async begin(race) {
      await danaJoins(race)
      await race.query('delete from members where project_id = $1 and person_id = $2', projects.website, people.dana.id)
      const pam = await race.logIn('pam')
      const join = pam('POST /api/members/bulk-assign/', { project: projects.website, developers: [people.dana.id] })
      return {
        calls: [join, join],
        async rule(answers) {
          mayBe(answers, [201], [201])
          const rows = await count(race, 'members where project_id = $1 and person_id = $2', projects.website, people.dana.id)
          assert.equal(rows, 1)
        },
      }
    },
  },
]
