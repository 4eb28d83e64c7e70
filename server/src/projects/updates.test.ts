import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { outcome, people, projects, testApp } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, max, dev] = [as('ann'), as('pam'), as('max'), as('dev')]
const { website } = projects
const path = `/api/projects/${website}/updates/`
const missing = [404, { detail: 'Not found.' }]

beforeEach(async () => {
  await query('delete from project_updates')
  await query('delete from notifications')
})

type Request = typeof ann
const update = { state: 'at_risk', text: 'The menu is late.\nThe rest is fine.' }
async function post(request: Request, fields: object = {}) {
  const { status, body } = await request(`POST ${path}`, { ...update, ...fields })
  assert.equal(status, 201, JSON.stringify(body))
  return body
}
const list = async (request: Request, search = '') => (await request(`GET ${path}${search}`)).body

test('an update has a state, a text and its author; what else is sent has no effect', async () => {
  const { id, created_at, ...rest } = await post(pam, { id: 7, author_id: 2, project_id: projects.secret })
  assert.deepEqual(rest, { project: website, ...update, author: { id: people.pam.id, full_name: 'Pam' } })
  assert.ok(id !== 7 && Math.abs(Date.parse(created_at) - Date.now()) < 600_000)
  const page = { count: 1, next: null, previous: null, results: [{ id, created_at, ...rest }] }
  for (const request of [ann, pam, dev]) assert.deepEqual(await list(request), page)
  assert.deepEqual(outcome(await max(`GET ${path}`)), missing)
})

test('updates are read in pages, newest first', async () => {
  for (const text of ['A', 'B', 'C']) await post(pam, { text })
  const texts = ({ results }: { results: { text: string }[] }) => results.map(({ text }) => text)
  assert.deepEqual(texts(await list(dev)), ['C', 'B', 'A'])
  const page = await list(dev, '?limit=1&offset=1')
  assert.deepEqual([texts(page), page.count, page.next], [['B'], 3, `${path}?limit=1&offset=2`])
})

test('a text has at most 5,000 characters, and a state is one of three', async () => {
  await post(pam, { text: 'x'.repeat(5000) })
  const tooLong = { text: ['Ensure this field has no more than 5000 characters.'] }
  assert.deepEqual((await pam(`POST ${path}`, { ...update, text: 'x'.repeat(5001) })).body, tooLong)
  const wrong = await pam(`POST ${path}`, { state: 'fine', text: '' })
  assert.deepEqual(outcome(wrong), [
    400,
    { state: ['Choose one of: on_track, at_risk, late.'], text: ['This field is required'] },
  ])
})

test('the manager and administrators post updates; developers read them', async () => {
  await post(ann)
  await post(pam)
  assert.equal((await dev(`POST ${path}`, update)).status, 403)
  assert.deepEqual(outcome(await max(`POST ${path}`, update)), missing)
  assert.equal((await list(pam)).count, 2)
})

test('an update is told to the members and administrators, with a link to their page of the project, but not to its author', async () => {
  const told = async () => {
    const rows = await query('delete from notifications returning person_id::int as person, message, link')
    return rows.map(({ person, message, link }) => [person, message, link]).sort()
  }
  await post(pam)
  const atRisk = 'Pam posted an update: “Website” is at risk.'
  assert.deepEqual(await told(), [
    [people.ann.id, atRisk, `/tenant_admin/projects/${website}`],
    [people.dev.id, atRisk, `/developer/projects/${website}`],
  ])
  await post(ann, { state: 'on_track' })
  const onTrack = 'Ann posted an update: “Website” is on track.'
  assert.deepEqual(await told(), [
    [people.pam.id, onTrack, `/project_manager/projects/${website}`],
    [people.dev.id, onTrack, `/developer/projects/${website}`],
  ])
})

test('an update is deleted by its author or an administrator', async () => {
  const [first, second, third] = [await post(pam), await post(pam), await post(ann)]
  const remove = async (request: Request, { id }: { id: number }) => outcome(await request(`DELETE /api/updates/${id}/`))
  assert.deepEqual(await remove(pam, third), [403, { detail: 'Only its author or an administrator can delete an update.' }])
  assert.equal((await remove(dev, first))[0], 403)
  assert.deepEqual(await remove(max, first), missing)
  assert.equal((await remove(pam, first))[0], 204)
  assert.deepEqual(await remove(pam, first), missing)
  assert.equal((await remove(ann, second))[0], 204)
  assert.deepEqual(
    (await list(dev)).results.map(({ id }: { id: number }) => id),
    [third.id],
  )
})

test('of several who delete an update at once, one has deleted it', async () => {
  const { id } = await post(pam)
  const answers = await Promise.all([ann, pam, ann, pam].map((request) => request(`DELETE /api/updates/${id}/`)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404, 404, 404])
})

test('an update counts as activity of its project', async () => {
  await query(`update projects set created_at = '2026-01-01', changed_at = null`)
  await query(`update tasks set created_at = '2026-01-01', changed_at = null`)
  const activity = async () => Date.parse((await pam('GET /api/project-health/')).body[0].last_activity_at)
  assert.equal(await activity(), Date.parse('2026-01-01'))
  const { created_at } = await post(pam)
  assert.equal(await activity(), Date.parse(created_at))
})
