import { urlAs } from '../server/src/kit/db/migrate.ts'
import { cookieName } from '../server/src/kit/http/cookies.ts'
import { tokensFor } from '../server/src/kit/security/tokens.ts'
import { asTenant, type Place } from './scene.ts'

export type SearchScene = Awaited<ReturnType<typeof makeSearchScene>>

/** One million rows. */
const counts = { people: 300, projects: 200, tasks: 150_000, subtasks: 300_000, comments: 250_000, messages: 299_500 }
const distinctTexts = 100_000
const wordsPerText = 12

/** The same numbers from 0 to 1 in each run. */
function numbers(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
export const random = numbers(20)

const syllables = [
  'ba',
  'kel',
  'li',
  'mor',
  'ru',
  'dan',
  'fe',
  'gi',
  'host',
  'ju',
  'nar',
  'pe',
  'sil',
  'to',
  'vu',
  'lam',
  'me',
  'rin',
  'so',
  'tu',
]

/** Words by how frequent they are. The most frequent is in half of all texts, as in natural languages. */
export const words = Array.from({ length: 60_000 }, (_, rank) => {
  const n = (rank * 7919) % 160_000
  return [n / 8000, n / 400, n / 20, n].map((digit) => syllables[Math.floor(digit) % 20]).join('')
})
export const wordOfRank = (from: number, to: number) =>
  words[Math.floor(Math.exp(Math.log(from) + random() * Math.log(to / from))) - 1] ?? ''

/**
 * Creates a workspace of a million rows. The manager runs all projects, and the developer is a member of 20. Rows of all types share texts,
 * so that a frequent word is in 300,000 rows.
 */
export async function makeSearchScene({ owner_url, secret, domain }: Place) {
  const tenant_id = await asTenant(urlAs(owner_url, 'atrium_platform', secret), 0, async (ask) => {
    const { id } = await ask(`insert into tenants (name, name_key, subdomain, schema, trial_ends_on)
      values ('Search', 'search', 'search', 'search', current_date + 30) returning id`)
    return Number(id)
  })
  const texts = Array.from({ length: distinctTexts }, () =>
    Array.from({ length: wordsPerText }, () => wordOfRank(1, words.length)).join(' '),
  )
  return asTenant(urlAs(owner_url, 'atrium_workspace', secret), tenant_id, async (ask) => {
    const firstOf = async (text: string) =>
      Number((await ask(`with made as (${text} returning id) select min(id) as first from made`, [texts])).first)
    const said = (count: number, step: number) =>
      `generate_series(0, ${count - 1}) n join unnest($1::text[]) with ordinality as said (text, place) on place = 1 + (n * ${step}) % ${distinctTexts} order by n`
    const start = (count: number) => `array_to_string((string_to_array(text, ' '))[1:${count}], ' ')`

    const person = await firstOf(`insert into people (tenant_id, email, full_name, role, accepted_at)
      select ${tenant_id}, 'person' || n || '@search.test', ${start(2)},
        case n when 0 then 'tenant_admin' when 1 then 'project_manager' else 'developer' end, now() from ${said(counts.people, 3)}`)
    const project = await firstOf(`insert into projects (tenant_id, name, description, assigned_pm)
      select ${tenant_id}, ${start(2)}, text, ${person + 1} from ${said(counts.projects, 5)}`)
    await ask(`insert into members (tenant_id, project_id, person_id, role)
      select ${tenant_id}, ${project} + p, ${person} + e, case e when 1 then 'project_manager' else 'developer' end
      from generate_series(0, ${counts.projects - 1}) p, generate_series(1, ${counts.people - 1}) e where e = 1 or (p + e) % 10 = 0`)
    const task = await firstOf(`insert into tasks (tenant_id, project_id, title, description, assigned_to_id)
      select ${tenant_id}, ${project} + n % ${counts.projects}, ${start(4)}, text, ${person} + 2 + n % ${counts.people - 2}
      from ${said(counts.tasks, 1)}`)
    await firstOf(`insert into subtasks (tenant_id, task_id, title)
      select ${tenant_id}, ${task} + n % ${counts.tasks}, ${start(8)} from ${said(counts.subtasks, 7)}`)
    await firstOf(`insert into comments (tenant_id, task_id, author_id, text)
      select ${tenant_id}, ${task} + n % ${counts.tasks}, ${person} + n % ${counts.people}, text from ${said(counts.comments, 11)}`)
    const room = await firstOf(`insert into chat_rooms (tenant_id, room_type, project_id)
      select ${tenant_id}, 'PROJECT', ${project} + n from ${said(counts.projects, 1)}`)
    await firstOf(`insert into chat_messages (tenant_id, room_id, sender_id, content)
      select ${tenant_id}, ${room} + n % ${counts.projects}, ${person} + 1, text from ${said(counts.messages, 13)}`)

    const expires = Math.floor(Date.now() / 1000) + 86_400
    const cookieOf = async (n: number) => {
      const { key = '' } = await ask(`insert into sessions (tenant_id, person_id, expires_at)
        values (${tenant_id}, ${person + n}, now() + interval '1 day') returning key`)
      return `${cookieName('access', true)}=${tokensFor(secret).sign('access', tenant_id, key, expires)}`
    }
    const cookies = { admin: await cookieOf(0), manager: await cookieOf(1), developer: await cookieOf(10) }
    return { host: `search.${domain}`, cookies }
  })
}
