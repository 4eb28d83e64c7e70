import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Checklist, OwnItem } from 'contract'
import { hrRows, type Name, okBody, outcome, people, testApp } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, dev, hana] = [as('ann'), as('pam'), as('dev'), as('hana')]
await query('delete from checklists where tenant_id = 1')

let count = 0
const items = [
  { title: 'Order a laptop', owner: 'hr', days: -3 },
  { title: 'Introduce the team', owner: 'manager', days: 0 },
  { title: 'Read the handbook', owner: 'person', days: 7 },
  { title: 'Choose a mentor', owner: 'person', days: 1 },
] as const
const newTemplate = (fields: object = {}) =>
  okBody(hana('POST /api/checklist-templates/', { name: `Template ${++count}`, kind: 'joiner', items, ...fields }))
const start = async (of: Name, day = '2026-03-01'): Promise<Checklist> =>
  okBody(hana(`POST /api/people/${people[of].id}/checklists/`, { template: (await newTemplate()).id, day }))
const mine = async (who: Name): Promise<OwnItem[]> => okBody(as(who)('GET /api/checklist-items/'))
const titles = async (who: Name) => (await mine(who)).map(({ title, person }) => `${title}: ${person.full_name}`)
const set = (who: Name, id: number | undefined, is_done: boolean) => as(who)(`PATCH /api/checklist-items/${id}/`, { is_done })

test('HR writes templates, each name once for each kind, and a change keeps the order of the items', async () => {
  const template = await newTemplate({ name: 'Onboarding' })
  assert.deepEqual(template, { id: template.id, name: 'Onboarding', kind: 'joiner', items })
  const taken = [400, { name: ['There is a template with this name already.'] }]
  const same = { name: 'ONBOARDING', kind: 'joiner', items }
  assert.deepEqual(outcome(await hana('POST /api/checklist-templates/', same)), taken)
  await okBody(hana('POST /api/checklist-templates/', { ...same, kind: 'leaver' }))
  const path = `/api/checklist-templates/${template.id}/`
  const turned = items.toReversed()
  const changed = await okBody(hana(`PUT ${path}`, { ...template, name: 'Welcome', items: turned }))
  const all = await okBody(hana('GET /api/checklist-templates/'))
  assert.deepEqual(
    all.find(({ id }: { id: number }) => id === template.id),
    changed,
  )
  assert.deepEqual(changed.items, turned)
  const other = await newTemplate()
  const renamed = { ...other, name: 'welcome' }
  assert.deepEqual(outcome(await hana(`PUT /api/checklist-templates/${other.id}/`, renamed)), taken)
  await okBody(hana(`DELETE ${path}`))
  assert.equal((await hana(`DELETE ${path}`)).status, 404)
})

test('a checklist has the items of its template, due by its day, and stays as it is when the template changes', async () => {
  const template = await newTemplate()
  const started: Checklist = await okBody(
    hana(`POST /api/people/${people.dev.id}/checklists/`, { template: template.id, day: '2026-03-01' }),
  )
  assert.deepEqual(
    started.items.map(({ title, owner, due_on, done_at }) => [title, owner, due_on, done_at]),
    [
      ['Order a laptop', 'hr', '2026-02-26', null],
      ['Introduce the team', 'manager', '2026-03-01', null],
      ['Read the handbook', 'person', '2026-03-08', null],
      ['Choose a mentor', 'person', '2026-03-02', null],
    ],
  )
  await okBody(hana(`DELETE /api/checklist-templates/${template.id}/`))
  for (const reader of [hana, dev, pam]) {
    const { checklists } = await okBody(reader(`GET /api/people/${people.dev.id}/`))
    assert.deepEqual(checklists, [started])
  }
  await okBody(hana(`DELETE /api/checklists/${started.id}/`))
})

test('everybody has their own open items, the earliest due first', async () => {
  const started = await start('dev')
  assert.deepEqual(
    [await titles('hana'), await titles('pam'), await titles('dev'), await titles('ann'), await titles('max')],
    [['Order a laptop: Dev'], ['Introduce the team: Dev'], ['Choose a mentor: Dev', 'Read the handbook: Dev'], [], []],
  )
  const [, , handbook] = started.items
  await okBody(set('dev', handbook?.id, true))
  assert.deepEqual(await titles('dev'), ['Choose a mentor: Dev'])
  await okBody(hana(`DELETE /api/checklists/${started.id}/`))
  assert.deepEqual([await titles('dev'), await titles('pam')], [[], []])
})

test('HR has what nobody else would have: of people who report to nobody, or have left', async () => {
  const ofUna = await start('una')
  assert.deepEqual(await titles('hana'), ['Order a laptop: Una', 'Introduce the team: Una'])
  await query('update people set is_active = false where id = $1', people.una.id)
  assert.equal((await titles('hana')).length, 4)
  await query('update people set is_active = true where id = $1', people.una.id)
  await okBody(hana(`DELETE /api/checklists/${ofUna.id}/`))
})

test('an item is done by its owner or HR, and by nobody else', async () => {
  const [laptop, team, handbook] = (await start('dev')).items
  const refused = [403, { detail: 'This is for somebody else to do.' }]
  assert.deepEqual(outcome(await set('dev', laptop?.id, true)), refused)
  assert.deepEqual(outcome(await set('dev', team?.id, true)), refused)
  assert.deepEqual(outcome(await set('pam', handbook?.id, true)), refused)
  for (const who of ['ann', 'max', 'dana'] as const) assert.equal((await set(who, handbook?.id, true)).status, 404)
  const doneBy = async (who: Name, id: number | undefined, is_done = true) => {
    const checklist: Checklist = await okBody(set(who, id, is_done))
    return checklist.items.find((item) => item.id === id)?.done_by?.full_name
  }
  assert.deepEqual([await doneBy('dev', handbook?.id), await doneBy('pam', team?.id)], ['Dev', 'Pam'])
  // The first one has done it.
  assert.equal(await doneBy('hana', handbook?.id), 'Dev')
  assert.deepEqual([await doneBy('hana', handbook?.id, false), await doneBy('hana', handbook?.id)], [undefined, 'Hana'])
})

test('the person, and whom they report to, are told that they have something to do', async () => {
  await query('delete from notifications')
  await start('dana')
  const told = await query('select person_id::int, message, link from notifications order by person_id')
  const name = `“Template ${count}”`
  const link = `/people/${people.dana.id}`
  assert.deepEqual(told, [
    { person_id: people.pam.id, message: `${name} for Dana has something for you to do.`, link },
    { person_id: people.dana.id, message: `${name} has 2 things for you to do.`, link },
  ])
})

test('a checklist is begun with a template of this workspace', async () => {
  const body = { template: hrRows.globex, day: '2026-03-01' }
  assert.deepEqual(outcome(await hana(`POST /api/people/${people.dev.id}/checklists/`, body)), [
    400,
    { template: ['Choose a template of the list.'] },
  ])
  assert.equal((await ann('GET /api/checklist-templates/')).status, 403)
})
