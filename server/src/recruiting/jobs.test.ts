// What strangers see of openings.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { departments } from 'contract'
import { daysFrom, today } from '../testing/world.ts'
import { addressesOf } from './pages/sitemap.ts'
import { filled, jobsWorld, mustBeTaken } from './testing.ts'

const { as, ask, apply, change, config, hostOf, open, query, site, statusOf } = await jobsWorld()
const gita = as('gita')

test('without a published opening there is no page', async () => {
  await query(`update openings set status = 'draft' where tenant_id = 1`)
  const { statusCode, body, headers } = await ask('/jobs')
  assert.equal(statusCode, 404)
  assert.match(body, /There are no job openings.*href="\/"/s)
  assert.equal(headers['x-robots-tag'], 'noindex')
  assert.equal(await addresses(), null)
})

const addresses = async (host = hostOf('acme')) => {
  let found: readonly string[] | null = null
  await addressesOf(site)({ raw: { headers: { host }, rawHeaders: ['host', host], url: '/' } } as never).then(
    (all) => (found = all),
  )
  return found
}

test('only published openings whose last day has not passed are public, the newest first', async () => {
  const [first, draft, closed, past, last] = [
    await open({ title: 'First' }),
    await open({ title: 'Draft', status: 'draft' }),
    await open({ title: 'Closed', status: 'closed' }),
    await open({ title: 'Past' }),
    await open({ title: 'Until today', closes_on: today() }),
  ]
  await query('update openings set closes_on = $1 where id = $2', daysFrom(-2), past)
  const foreign = await open({ title: 'Foreign' }, gita)
  const { statusCode, body } = await ask('/jobs')
  assert.equal(statusCode, 200)
  assert.deepEqual(
    [...body.matchAll(/<a href="(\/jobs\/\d+)"[^>]*>([^<]*)/g)].map(([, href, title]) => [href, title]),
    [
      [`/jobs/${last}`, 'Until today'],
      [`/jobs/${first}`, 'First'],
    ],
  )
  for (const id of [first, last]) assert.equal(await statusOf(`/jobs/${id}`), 200)
  for (const id of [draft, closed, past, foreign, 987654321, '0', '-1', 'x', '1e3', '9'.repeat(30), `${first}x`]) {
    const answer = await ask(`/jobs/${id}`)
    assert.equal(answer.statusCode, 404, String(id))
    assert.match(answer.body, /This job opening can’t be found.*href="\/jobs"/s)
    if (typeof id === 'number') assert.equal((await apply(id, filled())).statusCode, 404)
  }
  assert.equal(await statusOf(`/jobs/${foreign}`, { host: hostOf('globex') }), 200)
  const origin = `http://${hostOf('acme')}`
  assert.deepEqual(await addresses(), [`${origin}/jobs`, `${origin}/jobs/${last}`, `${origin}/jobs/${first}`])
})

test('a workspace that is blocked, unpaid or not there has no public page, and neither has another host', async () => {
  const unpaid = await query(`insert into openings (tenant_id, title, department, status)
    values (3, 'Unpaid', 'HR', 'published'), (4, 'Blocked', 'HR', 'published') returning id::float8`)
  for (const host of [hostOf('broke'), hostOf('shut'), `nobody.${config.domain}`]) {
    for (const path of ['/jobs', ...unpaid.map(({ id }) => `/jobs/${id}`)]) {
      const { statusCode, headers, body } = await ask(path, { host })
      assert.equal(statusCode, 404)
      assert.match(String(headers['content-type']), /^text\/html/)
      assert.doesNotMatch(body, /Unpaid|Blocked/)
    }
    assert.equal(await addresses(host), null)
  }
  // Nothing here serves the app, which these addresses are left to.
  for (const host of [hostOf('platform'), 'elsewhere.test', `a.b.${config.domain}`])
    assert.match(String((await ask('/jobs', { host })).headers['content-type']), /^application\/json/)
})

test('a page says what it is about, to people and to programs, and nothing on it may run', async () => {
  const id = await open({
    title: 'Baker <of> "bread"',
    description: `We bake.\n\n# Tasks\n\n- Bread\n- Rolls\n\n${'Long words follow. '.repeat(20)}`,
    closes_on: daysFrom(10),
    questions: [{ text: 'Why?', is_required: true, is_long: true }],
  })
  const { body, headers } = await ask(`/jobs/${id}`)
  assert.match(body, /<title>Baker &lt;of&gt; &quot;bread&quot; · Acme<\/title>/)
  assert.match(body, /<meta name="description" content="We bake\. Tasks Bread Rolls Long words follow\.[^"<]{50,120}…">/)
  assert.match(body, new RegExp(`<link href="http://${hostOf('acme')}/jobs/${id}">`))
  assert.match(body, /<h1[^>]*>Baker.*<h2[^>]*>Tasks<\/h2><ul><li[^>]*>Bread/s)
  assert.match(body, /content="index, follow"/)
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'; style-src 'self' 'nonce-[\w-]{22}'; /)
  assert.doesNotMatch(policy, /script|unsafe/)
  assert.deepEqual([headers['cache-control'], headers['x-robots-tag']], ['no-cache', undefined])
  const [, data = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(body) ?? []
  const posting = JSON.parse(data)
  assert.equal(posting.title, 'Baker <of> "bread"')
  assert.equal(posting.validThrough, `${daysFrom(10)}T23:59:59`)
  assert.equal(posting.hiringOrganization.name, 'Acme')
  assert.match(posting.description, /<li dir="auto">Bread<\/li>/)
  assert.deepEqual(await statusOf(`/jobs/${id}`, { method: 'HEAD' }), 200)
})

test('an opening says where it is, also to programs', async () => {
  const [row] =
    await query(`insert into locations (tenant_id, name, country, timezone) values (1, 'Lisbon', 'PT', 'Europe/Lisbon')
    returning id::float8`)
  const { body } = await ask(`/jobs/${await open({ location: row?.id })}`)
  assert.match(body, new RegExp(`${departments[0]} · Lisbon`))
  assert.match(body, /"address":\{"@type":"PostalAddress","addressLocality":"Lisbon","addressCountry":"PT"\}/)
})

test('what an opening says is text, and never a part of the page', async () => {
  const attacks = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[b](data:text/html,x)',
    '![c](https://evil.test/pixel.png)',
    '<https://evil.test/"onclick="x>',
    'https://ok.test/<script>',
    '[@Dana Lee](person:6)',
    '__CONTENT__ __NONCE__ $& $1',
    '</script><!--',
  ]
  const id = await open({ title: '</title><script>1</script> __NONCE__', description: attacks.join('\n\n') })
  const { body } = await ask(`/jobs/${id}`)
  assert.equal([...body.matchAll(/<script/g)].length, 1, 'the block of data')
  assert.doesNotMatch(body, /<img|onerror=alert\(1\)>|href="(javascript|data)|<!--|person:6/)
  assert.match(body, /<a href="https:\/\/evil\.test\/pixel\.png" rel="nofollow noopener">c<\/a>/)
  assert.match(body, /Dana Lee/)
  assert.match(body, /__CONTENT__ __NONCE__ \$&amp; \$1|<strong>CONTENT<\/strong> <strong>NONCE<\/strong> \$&amp; \$1/)
  assert.equal([...body.matchAll(/<h1/g)].length, 1)
})

test('a text that would take long to read as Markdown is shown as it was typed', async () => {
  const id = await open()
  for (const description of [
    '['.repeat(10_000),
    '> '.repeat(5000),
    `${'*a '.repeat(1600)}${'a* '.repeat(1600)}`,
    `${'|a'.repeat(1000)}\n${'|-'.repeat(1000)}\n${'|\n'.repeat(2900)}`,
    'a\n'.repeat(5000),
  ]) {
    await change(id, { description })
    const { body } = await ask(`/jobs/${id}`)
    assert.match(body, /<div class="description"><p class="plain" dir="auto">/, description.slice(0, 20))
  }
})

test('the public demonstration publishes nothing that visitors write, and nobody applies there', async () => {
  const host = hostOf('globex')
  const id = await open({ title: 'Astronaut' }, gita)
  await query('update tenants set is_public_demo = true where id = 2')
  for (const path of ['/jobs', `/jobs/${id}`]) {
    const { statusCode, body, headers } = await ask(path, { host })
    assert.deepEqual([statusCode, headers['x-robots-tag']], [404, 'noindex'])
    assert.doesNotMatch(body, /Astronaut/)
  }
  assert.equal((await apply(id, filled(), { host })).statusCode, 404)
  assert.equal(await addresses(host), null)
  await query('update tenants set is_public_demo = false where id = 2')
  mustBeTaken(await apply(id, filled(), { host }), id)
})
