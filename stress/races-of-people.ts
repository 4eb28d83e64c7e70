// Races about administrators, invitations and workspaces.
import assert from 'node:assert/strict'
import { invitationsPerDay } from 'contract'
import { eraseTenant } from '../server/src/tenants/erase.ts'
import { password, people } from '../server/src/testing/world.ts'
import { addPerson, count, mayBe, oneWins, type Race, type Scenario } from './race-runner.ts'

/** Ann owns Acme again. Who was added earlier has left. */
const annOwns = async ({ query }: Race) => {
  await query(`update people set is_owner = false where tenant_id = 1 and is_owner and id <> $1`, people.ann.id)
  await query(
    `update people set is_owner = true, is_active = true, role = 'tenant_admin' where id = $1 and not (is_owner and is_active)`,
    people.ann.id,
  )
  await query(`update people set is_active = false where tenant_id = 1 and role = 'tenant_admin' and not is_owner and is_active`)
}

async function oneActiveOwner({ query }: Race) {
  const owners = await query('select is_active, role from people where tenant_id = 1 and is_owner')
  assert.deepEqual(owners, [{ is_active: true, role: 'tenant_admin' }])
}

const makeOwner = (id: number) => ['POST', `/api/administrators/${id}/make-owner/`].join(' ')

const ownership: Scenario[] = [
  {
    name: 'the ownership goes to one of two',
    async begin(race) {
      await annOwns(race)
      const [abby, bob] = [await addPerson(race, 'tenant_admin'), await addPerson(race, 'tenant_admin')]
      const [first, second] = [await race.logIn('ann'), await race.logIn('ann')]
      return {
        calls: [first(makeOwner(abby.id), { password }), second(makeOwner(bob.id), { password })],
        async rule(answers) {
          oneWins(answers, 403)
          await oneActiveOwner(race)
        },
      }
    },
  },
  {
    name: 'nobody becomes the owner who is removed',
    async begin(race) {
      await annOwns(race)
      const abby = await addPerson(race, 'tenant_admin')
      const [first, second] = [await race.logIn('ann'), await race.logIn('ann')]
      return {
        calls: [first(makeOwner(abby.id), { password }), second(`DELETE /api/administrators/${abby.id}/`)],
        async rule(answers) {
          oneWins(answers, 400, 403, 404)
          await oneActiveOwner(race)
        },
      }
    },
  },
  {
    name: 'nobody becomes the owner who steps down',
    async begin(race) {
      await annOwns(race)
      const abby = await addPerson(race, 'tenant_admin')
      const [ann, own] = [await race.logIn('ann'), await race.logIn(abby)]
      const role = { role: 'hr', job_title: 'Clerk', department: 'HR' }
      return {
        calls: [ann(makeOwner(abby.id), { password }), own(`POST /api/administrators/${abby.id}/step-down/`, role)],
        async rule(answers) {
          oneWins(answers, 400, 404)
          await oneActiveOwner(race)
        },
      }
    },
  },
  {
    name: 'of an owner and an administrator who remove each other, the owner stays',
    async begin(race) {
      await annOwns(race)
      const abby = await addPerson(race, 'tenant_admin')
      const [ann, own] = [await race.logIn('ann'), await race.logIn(abby)]
      return {
        calls: [
          ann(`DELETE /api/administrators/${abby.id}/`),
          own(`DELETE /api/administrators/${people.ann.id}/`),
          own(`POST /api/administrators/${people.ann.id}/step-down/`, { role: 'hr', job_title: 'Clerk', department: 'HR' }),
        ],
        async rule(answers) {
          mayBe(answers, [204], [400, 401, 403], [400, 401, 403])
          await oneActiveOwner(race)
        },
      }
    },
  },
  {
    name: 'nobody manages a new project who is deleted',
    async begin(race) {
      const mia = await addPerson(race, 'project_manager')
      const [first, second] = [await race.logIn('ann'), await race.logIn('ann')]
      return {
        calls: [
          first('POST /api/projects/', { name: 'Race', assigned_pm: mia.id }),
          second(`DELETE /api/employees/${mia.id}/`),
          second('POST /api/pm-assignments/', { manager: mia.id, developer: people.una.id }),
        ],
        async rule(answers) {
          mayBe(answers, [201, 400], [204, 400], [200, 400])
          oneWins(answers.slice(0, 2), 400)
        },
      }
    },
  },
]

/** A workspace with an owner and a manager, and a project; their sessions. */
async function addWorkspace(race: Race, name: string) {
  const { asOwner, services } = race
  const key = await asOwner(async (client) => {
    const insert = async (text: string, values: unknown[]) => Number((await client.query(text, values)).rows[0]?.id)
    const tenant = await insert(
      `insert into tenants (name, name_key, subdomain, schema, trial_ends_on) values ($1, $1, $1, $1, current_date + 9) returning id`,
      [name],
    )
    const person = (role: string) =>
      insert(
        `insert into people (tenant_id, email, full_name, role, is_owner, password_hash, accepted_at)
         select $1, $2::text || '@race.test', 'Racer', $2, $2 = 'tenant_admin', password_hash, now() from people where id = $3
         returning id`,
        [tenant, role, people.ann.id],
      )
    const session = async (person_id: number) => {
      const text = `insert into sessions (tenant_id, person_id, expires_at) values ($1, $2, now() + interval '1 day') returning key`
      return String((await client.query(text, [tenant, person_id])).rows[0]?.key)
    }
    const sessions = {
      owner: await session(await person('tenant_admin')),
      manager: await session(await person('project_manager')),
    }
    return { tenant, ...sessions }
  })
  const by = (session: string) => (route: string, body?: unknown) => {
    const access = services.tokens.sign('access', key.tenant, session, Math.floor(Date.now() / 1000) + 300)
    return race.call(name as `race${string}`, { cookie: `atrium_access=${access}` }, route, body)
  }
  return { id: key.tenant, owner: by(key.owner), manager: by(key.manager) }
}

const workspaces: Scenario[] = [
  {
    name: 'a subdomain is signed up once',
    async begin({ query, services, call }, round) {
      const signUp = async (n: number) => {
        const email = `signup${round}-${n}@new.test`
        const rows = await query(
          `insert into signup_codes (email, expires_at, verified_at) values ($1, now() + interval '10 minutes', now()) returning key`,
          email,
        )
        const headers = { cookie: `atrium_signup=${services.tokens.sign('signup', String(rows[0]?.key))}` }
        const form = { email, password: 'Brandnew1', full_name: 'Olga', tenant_name: `Signup ${round} ${n}` }
        return call('platform', headers, 'POST /api/tenants/signup/', { ...form, domain_url: `signup${round}.localhost` })
      }
      return {
        calls: [await signUp(1), await signUp(2)],
        async rule(answers) {
          oneWins(answers, 400)
          assert.equal((await query('select 1 from tenants where subdomain = $1', `signup${round}`)).length, 1)
        },
      }
    },
  },
  {
    name: 'the last invitation of the day goes to one, and one address is invited once',
    async begin(race, round) {
      const ann = await race.logIn('ann')
      const form = { full_name: 'Nia New', job_title: 'Job', department: 'Engineering', role: 'developer' }
      const invite = (n: number) => ann('POST /api/employees/', { ...form, email: `nia${round}-${n}@acme.test` })
      await race.query(
        `insert into limits (key, count, resets_at) values ('invitations 1', $1, now() + interval '5 hours')
         on conflict (key) do update set count = excluded.count, resets_at = excluded.resets_at`,
        invitationsPerDay.on_trial - (round % 2 ? 1 : 3),
      )
      const isLimited = round % 2 === 1
      return {
        calls: isLimited ? [invite(1), invite(2), invite(3)] : [invite(1), invite(1), invite(1)],
        async rule(answers) {
          oneWins(answers, isLimited ? 429 : 400)
          const made = await race.query('select 1 from people where email like $1', `nia${round}-%`)
          assert.equal(made.length, 1)
        },
      }
    },
  },
  {
    name: 'a workspace is deleted once, and takes along what is written meanwhile',
    async begin(race, round) {
      const name = `race${round}`
      const { id, owner, manager } = await addWorkspace(race, name)
      const create = (n: number) => manager('POST /api/projects/', { name: `Late ${n}` })
      const remove = owner('POST /api/workspace/delete/', { confirm: name, password })
      return {
        calls: [create(1), remove, create(2), create(3), remove],
        async rule(answers) {
          // The sessions end a moment before the address does.
          mayBe(answers, [201, 401, 404], [200, 401, 404], [201, 401, 404], [201, 401, 404], [200, 401, 404])
          assert.equal([answers[1], answers[4]].filter((answer) => answer?.status === 200).length, 1)
          assert.equal((await race.now(create(4))).status, 404)
          const origin = { address: '127.0.0.1', agent: 'race', request_id: 'race' }
          await race.asOwner((client) => eraseTenant(client, { id, subdomain: name, name }, { by: 'Racer', origin }))
          assert.equal(await count(race, 'projects where tenant_id = $1', id), 0)
        },
      }
    },
  },
]

export const racesOfPeople: Scenario[] = [...ownership, ...workspaces]
