// Changes of texts that several people make at once: one check box, set without sending the description, and whole texts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkBoxProblems } from 'contract/markdown'
import { type Name, okBody, outcome, people, projects, subtasks, tasks, testApp } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam] = [as('ann'), as('pam')]

const text = 'To do:\n\n- [ ] One\n- [ ] Two\n- [x] Three'
/** Each kind of row with check boxes, and the people who may change its description. */
const described = {
  projects: { id: projects.website, editors: ['ann', 'pam'], others: { dev: 403, max: 404, gus: 404, hana: 403 } },
  tasks: { id: tasks.home_page, editors: ['pam'], others: { ann: 403, dev: 403, max: 404, gil: 404, hana: 403 } },
  subtasks: { id: subtasks.footer, editors: ['pam'], others: { ann: 403, dev: 403, max: 404, gil: 404, hana: 403 } },
} as const
type Kind = keyof typeof described
const kinds = Object.keys(described) as Kind[]

const patch = (who: Name, kind: Kind, body: object) => as(who)(`PATCH /api/${kind}/${described[kind].id}/`, body)
const box = (number: number, text: string, is_checked = true) => ({ check_box: { number, text, is_checked } })
const stored = async (kind: Kind) =>
  (
    await query(
      `select description, version from ${kind === 'subtasks' ? 'subtasks natural join (select id as task_id, version from tasks) t' : kind} where id = $1`,
      described[kind].id,
    )
  )[0]
const reset = (kind: Kind) => query(`update ${kind} set description = $1 where id = $2`, text, described[kind].id)

for (const kind of kinds)
  test(`a box of one of the ${kind} is set by those who may change the description, and by nobody else`, async () => {
    for (const who of described[kind].editors) {
      await reset(kind)
      const before = await stored(kind)
      const changed = await okBody(patch(who, kind, box(0, 'One')))
      assert.equal(changed.version, Number(before?.version) + 1)
      assert.equal(changed.description, 'To do:\n\n- [x] One\n- [ ] Two\n- [x] Three')
      assert.equal(
        (await okBody(patch(who, kind, box(2, 'Three', false)))).description,
        text.replace('[ ] One', '[x] One').replace('[x] Three', '[ ] Three'),
      )
    }
    const before = await stored(kind)
    for (const [who, status] of Object.entries(described[kind].others))
      for (const change of [box(1, 'Two'), box(9, 'Gone')])
        assert.equal((await patch(who as Name, kind, change)).status, status, who)
    assert.deepEqual(await stored(kind), before)
  })

for (const kind of kinds)
  test(`a box of one of the ${kind} that is gone is refused, and one that is as wanted is no change`, async () => {
    await reset(kind)
    const before = await stored(kind)
    assert.equal((await okBody(patch('pam', kind, box(2, 'Three')))).description, text)
    const gone = [400, { check_box: [checkBoxProblems.gone] }]
    for (const change of [box(0, 'Four'), box(3, 'Four')]) assert.deepEqual(outcome(await patch('pam', kind, change)), gone)
    const both = { ...box(0, 'One'), description: 'Long enough.' }
    assert.deepEqual(outcome(await patch('pam', kind, both)), [400, { check_box: [checkBoxProblems.both] }])
    assert.deepEqual(await stored(kind), before)
    // It has moved since it was read.
    await query(`update ${kind} set description = $1 where id = $2`, `- [ ] Zero\n${text}`, described[kind].id)
    assert.match((await okBody(patch('pam', kind, box(0, 'One')))).description, /^- \[ \] Zero\nTo do:\n\n- \[x\] One/)
  })

for (const kind of kinds)
  test(`people who set boxes of one of the ${kind} at the same moment all succeed`, async () => {
    const count = 12
    const list = (sign: string) => Array.from({ length: count }, (_, i) => `- [${sign}] Box ${i}`).join('\n')
    await query(`update ${kind} set description = $1 where id = $2`, list(' '), described[kind].id)
    const answers = await Promise.all(Array.from({ length: count }, (_, i) => patch('pam', kind, box(i, `Box ${i}`))))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal((await stored(kind))?.description, list('x'))
  })

test('a box is set together with other fields, and all that is wrong is reported', async () => {
  for (const kind of kinds) {
    await reset(kind)
    const name = kind === 'projects' ? 'name' : 'title'
    const changed = await okBody(patch('pam', kind, { ...box(1, 'Two'), [name]: 'Renamed' }))
    assert.deepEqual([changed[name], changed.description], ['Renamed', text.replace('[ ] Two', '[x] Two')])
    const wrong = await patch('pam', kind, { ...box(0, 'Gone'), [name]: '' })
    assert.deepEqual([wrong.status, new Set(Object.keys(wrong.body))], [400, new Set(['check_box', name])])
  }
})

test('nobody is notified of a box, and an inactive project keeps its boxes', async () => {
  await query(`update tasks set description = $1 where id = $2`, `- [ ] [@Ann](person:${people.ann.id})`, tasks.home_page)
  await query('delete from notifications')
  await okBody(patch('pam', 'tasks', box(0, `[@Ann](person:${people.ann.id})`)))
  assert.deepEqual(await query('select 1 from notifications'), [])
  const inactive = [400, { detail: 'Project is inactive.' }]
  for (const request of [ann, pam])
    assert.deepEqual(outcome(await request(`PATCH /api/projects/${projects.old}/`, box(0, 'One'))), inactive)
  for (const path of [`tasks/${tasks.gone}`, `subtasks/${subtasks.fax}`])
    assert.deepEqual(outcome(await pam(`PATCH /api/${path}/`, box(0, 'One'))), inactive)
})

const comment = async () =>
  (await okBody(pam('POST /api/comments/', { content_type: 'task', object_id: tasks.home_page, text: 'Old' }))).id

/** Each text that people change, by the path of its row. */
const texts = async () =>
  [
    ...kinds.flatMap((kind) => [
      [`/api/${kind}/${described[kind].id}/`, 'description'],
      [`/api/${kind}/${described[kind].id}/`, kind === 'projects' ? 'name' : 'title'],
    ]),
    [`/api/comments/${await comment()}/`, 'text'],
  ] as [string, string][]

test('of two people who change a text, the second is shown what the first has written, and replaces it only knowingly', async () => {
  for (const [path, field] of await texts()) {
    const change = (text: string, from?: string) =>
      pam(`PATCH ${path}`, { [field]: text, ...(from !== undefined && { edited_from: { [field]: from } }) })
    await okBody(change('A text of its own'))
    await okBody(change('What the first wrote', 'A text of its own'))
    const refused = await change('What the second wrote', 'A text of its own')
    assert.deepEqual(
      [refused.status, refused.body],
      [
        409,
        {
          detail: 'This text has been changed since you began.',
          code: 'text_changed',
          texts: { [field]: 'What the first wrote' },
        },
      ],
      path,
    )
    // What is the same already, and another field, is no conflict.
    await okBody(change('What the first wrote', 'A text of its own'))
    await okBody(pam(`PATCH ${path}`, { edited_from: { [field]: 'A text of its own' } }))
    assert.equal((await okBody(change('What the second wrote', 'What the first wrote')))[field], 'What the second wrote', path)
    assert.equal((await okBody(change('Without a word')))[field], 'Without a word', path)
    assert.equal((await pam(`PATCH ${path}`, { [field]: 'x', edited_from: { [field]: 5 } })).status, 400)
  }
})

test('of two who save at the same moment, one is told', async () => {
  const path = `/api/tasks/${tasks.home_page}/`
  await okBody(pam(`PATCH ${path}`, { description: text }))
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map((description) => pam(`PATCH ${path}`, { description, edited_from: { description: text } })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
})
