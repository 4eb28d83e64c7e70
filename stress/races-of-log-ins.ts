// Races about sessions, links, codes and passwords.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { pathOfLink } from '../server/src/people/links.ts'
import { digitsOf } from '../server/src/tenants/codes.ts'
import { people } from '../server/src/testing/world.ts'
import { addPerson, mayBe, oneWins, type Race, type RaceAnswer, type Scenario } from './race-runner.ts'

/** A link of this person, and the body that its page sends. */
async function linkOf({ query, services }: Race, person_id: number, purpose: string) {
  const rows = await query(
    `insert into password_links (tenant_id, person_id, purpose, expires_at) values (1, $1, $2, now() + interval '1 hour') returning key`,
    person_id,
    purpose,
  )
  const link = pathOfLink(services.tokens, { tenant_id: 1, person_id, key: String(rows[0]?.key) })
  const [, , uidb64, token] = link.split('/')
  return (new_password: string) => ({ uidb64, token, new_password })
}

/** A browser in which this person has entered their password, and sends the code of the second step. */
async function beginLogIn({ query, services, call }: Race, person_id: number) {
  await query('update people set has_second_factor = true where id = $1', person_id)
  const rows = await query(
    `insert into open_log_ins (tenant_id, person_id, challenge, expires_at) values (1, $1, 'race', now() + interval '10 minutes') returning key`,
    person_id,
  )
  const headers = { cookie: `atrium_log_in=${services.tokens.sign('second step', 1, String(rows[0]?.key))}` }
  return (one_time_code: string) => call('acme', headers, 'POST /api/token/second-factor/', { one_time_code })
}

const cookieIn = ({ cookies }: RaceAnswer) => cookies.map((line) => line.split(';')[0]).join('; ')

export const racesOfLogIns: Scenario[] = [
  {
    name: 'a refresh token that two tabs send keeps them both logged in',
    async begin(race) {
      const refresh = (await race.logIn('dev'))('POST /api/token/refresh/')
      return {
        calls: [refresh, refresh],
        async rule(answers) {
          mayBe(answers, [200], [200])
          for (const answer of answers) {
            const { status } = await race.now(race.call('acme', { cookie: cookieIn(answer) }, 'POST /api/token/refresh/'))
            assert.equal(status, 200)
          }
        },
      }
    },
  },
  {
    name: 'a session that is ended while it is refreshed is over',
    async begin(race) {
      const tab = await race.logIn('dev')
      return {
        calls: [tab('POST /api/token/refresh/'), tab('POST /api/logout/')],
        async rule(answers) {
          mayBe(answers, [200, 401], [200])
          const cookie = cookieIn(answers[0] as RaceAnswer)
          assert.equal((await race.now(race.call('acme', { cookie }, 'GET /api/me/'))).status, 401)
          assert.equal((await race.now(tab('GET /api/me/'))).status, 401)
        },
      }
    },
  },
  {
    name: 'of two sessions that end all others at most one stays',
    async begin(race) {
      await race.query('update sessions set ended_at = now() where person_id = $1 and ended_at is null', people.hana.id)
      const tabs = [await race.logIn('hana'), await race.logIn('hana')]
      return {
        calls: tabs.map((tab) => tab('POST /api/sessions/end-others/')),
        async rule(answers) {
          mayBe(answers, [200, 401], [200, 401])
          const open = await race.query('select 1 from sessions where person_id = $1 and ended_at is null', people.hana.id)
          assert.ok(open.length <= 1, `${open.length} are open.`)
        },
      }
    },
  },
  {
    name: 'a reset link sets one password',
    async begin(race) {
      const body = await linkOf(race, (await addPerson(race, 'hr')).id, 'reset')
      const use = (secret: string) => race.call('acme', {}, 'POST /api/set-password/', body(secret))
      return { calls: [use('Brand-new-1'), use('Brand-new-2'), use('Brand-new-3')], rule: (answers) => oneWins(answers, 400) }
    },
  },
  {
    name: 'an invitation that is cancelled while it is accepted leaves nobody logged in',
    async begin(race) {
      const { id, email } = await addPerson(race, 'hr', { accepted: false })
      const body = await linkOf(race, id, 'invitation')
      const ann = await race.logIn('ann')
      const accept = race.call('acme', {}, 'POST /api/set-password/', body('Brand-new-1'))
      return {
        calls: [accept, ann(`DELETE /api/employees/${id}/`), accept],
        async rule(answers) {
          mayBe(answers, [200, 400], [204], [200, 400])
          assert.ok(answers[0]?.status !== 200 || answers[2]?.status !== 200, 'Accepted once.')
          const logIn = race.call('acme', {}, 'POST /api/token/', { email, password: 'Brand-new-1' })
          assert.equal((await race.now(logIn)).status, 401)
          const open = await race.query('select 1 from sessions where person_id = $1 and ended_at is null', id)
          assert.equal(open.length, 0)
        },
      }
    },
  },
  {
    name: 'a code of a mail can be guessed as often as allowed',
    async begin(race, round) {
      const { services, query, call } = race
      const email = `guess${round}@new.test`
      const rows = await query(
        `insert into signup_codes (email, expires_at) values ($1, now() + interval '10 minutes') returning key`,
        email,
      )
      const key = String(rows[0]?.key)
      const right = digitsOf(services.tokens, { key, email })
      const headers = { cookie: `atrium_signup=${services.tokens.sign('signup', key)}` }
      const verify = (otp: string) => call('platform', headers, 'POST /api/tenants/verify-otp/', { email, otp })
      const wrong = (n: number) => verify(String((Number(right) + 1 + n) % 1_000_000).padStart(6, '0'))
      return {
        calls: Array.from({ length: 9 }, (_, n) => wrong(n)),
        async rule(answers) {
          for (const { status } of answers) assert.equal(status, 400)
          const left = answers.flatMap(({ body }) => (body.attempts_left > 0 ? [body.attempts_left] : []))
          assert.deepEqual(left.sort(), [1, 2, 3, 4])
          const [row] = await query('select attempts from signup_codes where email = $1', email)
          assert.equal(row?.attempts, 5)
          assert.equal((await race.now(verify(right))).status, 400)
        },
      }
    },
  },
  {
    name: 'a password can be guessed as often as allowed',
    async begin(race) {
      const { email } = await addPerson(race, 'hr')
      await race.query('delete from limits')
      const guess = (n: number) => race.call('acme', {}, 'POST /api/token/', { email, password: `Wrong-${n}` })
      return {
        calls: Array.from({ length: 13 }, (_, n) => guess(n)),
        rule(answers) {
          const statuses = answers.map(({ status }) => status).sort()
          assert.deepEqual(statuses, [...Array(10).fill(401), ...Array(3).fill(429)])
        },
      }
    },
  },
  {
    name: 'a code of the second factor can be guessed as often as allowed',
    async begin(race) {
      const { id } = await addPerson(race, 'hr')
      await race.query('delete from limits')
      const guess = await beginLogIn(race, id)
      return {
        calls: Array.from({ length: 13 }, (_, n) => guess(`wrong-${n}`)),
        async rule(answers) {
          const statuses = answers.map(({ status }) => status).sort()
          assert.deepEqual(statuses, [...Array(10).fill(400), ...Array(3).fill(429)])
          const open = await race.query('select 1 from sessions where person_id = $1', id)
          assert.equal(open.length, 0)
        },
      }
    },
  },
  {
    name: 'a recovery code logs in once',
    async begin(race) {
      const { id } = await addPerson(race, 'hr')
      const code = 'abcdefghjkmn'
      await race.query(
        'insert into recovery_codes (tenant_id, person_id, hash) values (1, $1, $2)',
        id,
        hash('sha256', code, 'base64url'),
      )
      const browsers = [await beginLogIn(race, id), await beginLogIn(race, id), await beginLogIn(race, id)]
      return {
        calls: browsers.map((send) => send(code)),
        async rule(answers) {
          oneWins(answers, 400)
          const open = await race.query('select 1 from sessions where person_id = $1', id)
          assert.equal(open.length, 1)
        },
      }
    },
  },
]
