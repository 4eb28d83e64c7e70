// @sampled: Which characters names and longer texts may consist of, whatever the call.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineRule, optionalTextRule, ruled, type TextRule, textRule, trimmed } from 'contract'
import fc from 'fast-check'
import { examples } from '../../testing/sampling.ts'
import { labels, people, projects, rooms, subtasks, tasks, testApp, views } from '../../testing/world.ts'

const { as, browser, query, socket } = await testApp()

const missing = 'This field is required'
const [zeroWidthSpace, joiner, rightToLeft] = ['\u200b', '\u200d', '\u202e']
const family = '👩\u200d👩\u200d👧'
const persian = 'می\u200cخواهم'

const person = { full_name: 'Nia', job_title: 'Job', department: 'IT', role: 'hr' }
const task = { title: 'Paint', description: 'The walls, and then the doors.', project: projects.website }
let counter = 0
const hire = (fields: object) => as('ann')('POST /api/employees/', { ...person, email: `hired${++counter}@acme.test`, ...fields })

/** Each name and title: how to send one, and the message of a missing one. */
const lines = [
  ['a person’s name', 'full_name', (value: string) => hire({ full_name: value }), missing],
  ['a job title', 'job_title', (value: string) => hire({ job_title: value }), missing],
  [
    'a changed person’s name',
    'full_name',
    (value: string) => as('ann')(`PUT /api/employees/${people.una.id}/`, { ...person, role: 'developer', full_name: value }),
    missing,
  ],
  ['one’s own name', 'full_name', (value: string) => as('hana')('PUT /api/profile/', { full_name: value }), missing],
  ['a project', 'name', (value: string) => as('pam')('POST /api/projects/', { name: value }), 'Project name is required.'],
  [
    'a changed project',
    'name',
    (value: string) => as('pam')(`PATCH /api/projects/${projects.website}/`, { name: value }),
    'Project name is required.',
  ],
  ['a task', 'title', (value: string) => as('pam')('POST /api/tasks/', { ...task, title: value }), 'Title is required.'],
  [
    'a subtask',
    'title',
    (value: string) => as('pam')('POST /api/subtasks/', { task: tasks.home_page, title: value }),
    'Title is required.',
  ],
  [
    'a proposed subtask',
    'title',
    (value: string) => as('dev')(`POST /api/tasks/${tasks.home_page}/proposals/`, { title: value }),
    'Title is required.',
  ],
  [
    'a changed subtask',
    'title',
    (value: string) => as('pam')(`PATCH /api/subtasks/${subtasks.header}/`, { title: value }),
    'Title is required.',
  ],
  [
    'a label',
    'name',
    (value: string) => as('ann')(`PATCH /api/labels/${labels.design}/`, { name: value }),
    'Label name is required.',
  ],
  [
    'a saved view',
    'name',
    (value: string) => as('pam')(`PATCH /api/views/${views.pam}/`, { name: value }),
    'View name is required.',
  ],
] as const

const scotland = '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'
const blanks = [
  ...[
    zeroWidthSpace,
    joiner,
    '\u200c\u2060\ufeff',
    rightToLeft,
    '\u2068\u2069',
    '\u00ad',
    '\u3164',
    '\u2800',
    ' \u200b\t',
    '\u0007',
  ],
  ...['\ufe0f', '\u{e0041}', '\u115f\u1160', '\u180e', '\u206a', '\ufff9', '\u{e0100}', '\u034f', '\u2028'],
]

/** What is pasted into any text, and what is kept of it. */
const pasted = [
  ['\u202d+49 30 5550 200\u202c', '+49 30 5550 200'],
  ['\u202aC:\\Users\\Ann\\plan.pdf', 'C:\\Users\\Ann\\plan.pdf'],
  ['Ask \u2068Ann Opal\u2069 first', 'Ask Ann Opal first'],
  [`Plan${rightToLeft}fdp.exe`, 'Planfdp.exe'],
  ['A red \u001b[31mword\u0007', 'A red [31mword'],
  ['Hidden \u{e0068}\u{e0069}\u{e007f}words', 'Hidden words'],
  [`From ${scotland} with \u2764\ufe0f`, `From ${scotland} with \u2764\ufe0f`],
  [`The ${family} comes`, `The ${family} comes`],
  [`Well, ${persian}`, `Well, ${persian}`],
  ['Here: क्\u200dष and 葛\u{e0100}城', 'Here: क्\u200dष and 葛\u{e0100}城'],
] as const

for (const [what, field, send, empty] of lines)
  test(`${what} is one visible line, without characters that hide or turn it`, async () => {
    for (const blank of blanks) {
      const { status, body } = await send(blank)
      assert.deepEqual([status, body], [400, { [field]: [empty] }], JSON.stringify(blank))
    }
    for (const bad of ['A\u0000n', 'A\ud800n']) {
      const { status, body } = await send(bad)
      assert.deepEqual([status, body], [400, { [field]: ['This text contains a character that cannot be stored.'] }])
    }
    for (const [sent, kept] of [
      ...pasted,
      ['First\nsecond\r\n\tthird\u2028fourth\u0085fifth\u000bsixth', 'First second third fourth fifth sixth'],
      ['\u200fDonau\u00addampf\u200b\u2060schiff\ufeff', 'Donaudampfschiff'],
      [`${zeroWidthSpace} \n${family}\u2060\t`, family],
    ] as const) {
      const { status, body } = await send(sent)
      assert.deepEqual([Math.floor(status / 100), body[field]], [2, kept], JSON.stringify(sent))
    }
  })

const texts = [
  [
    'a project’s description',
    'description',
    (value: string) => as('pam')('POST /api/projects/', { name: 'X', description: value }),
  ],
  ['a task’s description', 'description', (value: string) => as('pam')('POST /api/tasks/', { ...task, description: value })],
  [
    'a subtask’s description',
    'description',
    (value: string) => as('pam')(`PATCH /api/subtasks/${subtasks.header}/`, { description: value }),
  ],
  [
    'a comment',
    'text',
    (value: string) => as('pam')('POST /api/comments/', { content_type: 'task', object_id: tasks.home_page, text: value }),
  ],
  [
    'a project’s update',
    'text',
    (value: string) => as('pam')(`POST /api/projects/${projects.website}/updates/`, { state: 'late', text: value }),
  ],
] as const

for (const [what, field, send] of texts)
  test(`${what} keeps its lines and marks, without characters that turn or control what is read`, async () => {
    for (const [sent, kept] of [
      ...pasted,
      ['First line\u000bsecond\u2028third\u2029fourth', 'First line\nsecond\nthird\nfourth'],
      ...[`First line,\n\tthe second\r\nand ${family} \u200f\u061c${persian}\u200e`, 'Donau\u00addampf\u200bschiff'].map(
        (fine) => [fine, fine],
      ),
    ] as const) {
      const { status, body } = await send(sent)
      assert.deepEqual([Math.floor(status / 100), body[field]], [2, kept], JSON.stringify(sent))
    }
  })

test('a text that may be empty is empty without anything visible', async () => {
  for (const blank of blanks) {
    const { status, body } = await as('pam')('POST /api/projects/', { name: 'X', description: blank })
    assert.deepEqual([status, body.description], [201, ''], JSON.stringify(blank))
  }
})

test('a task’s description, a comment and a message need something visible', async () => {
  const blank = `${zeroWidthSpace}${joiner.repeat(20)}`
  const request = as('pam')
  const description = ['Description is required and should be at least 10 characters.']
  assert.deepEqual((await request('POST /api/tasks/', { ...task, description: blank })).body, { description })
  const comment = { content_type: 'task', object_id: tasks.home_page, text: blank }
  assert.deepEqual((await request('POST /api/comments/', comment)).body, { text: [missing] })

  const opened = await socket('pam', `/ws/chat/${rooms.website}/`)
  assert.equal(await opened.status, 101)
  opened.send({ message: blank, temp_id: 'blank' })
  assert.equal((await opened.frame(({ temp_id }) => temp_id === 'blank')).detail, 'message: Message text is required.')
  opened.send({ message: `Well${rightToLeft}`, temp_id: 'turned' })
  assert.equal((await opened.frame(({ temp_id }) => temp_id === 'turned')).message, 'Well')
})

test('an organisation and its owner have visible names of one line', async () => {
  const form = { domain_url: 'nova.localhost', email: 'owner@nova.test', password: 'Brandnew1' }
  const signUp = async (fields: object) => (await browser('platform')('POST /api/tenants/signup/', { ...form, ...fields })).body
  assert.deepEqual(await signUp({ tenant_name: rightToLeft, full_name: joiner }), {
    tenant_name: [missing],
    full_name: [missing],
    email: ['Please verify your email'],
  })
})

test('names that differ only by what nobody sees are one organisation’s', async () => {
  await query(`update tenants set name = 'Big Acme', name_key = 'big acme' where subdomain = 'acme'`)
  const isAvailable = async (tenant_name: string) =>
    (await browser('platform')('POST /api/tenants/check-availability/', { subdomain: 'nova', tenant_name })).body
      .tenant_name_available
  for (const name of [
    'Big\u200b Acme',
    'B\u00adig Acme',
    '\u200eBig Acme\u200d',
    'Big \u200bAcme',
    'ＢＩＧ\ufe0f Acme',
    zeroWidthSpace,
    '\u2800',
  ])
    assert.equal(await isAvailable(name), false, JSON.stringify(name))
  assert.equal(await isAvailable('Bigger Acme'), true)
})

const kinds = {
  visible: ['a', 'é', '漢', '👍', '\u0301', '.'],
  inside: ['\ufe0f', '\u3164'],
  zeroWidth: ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad'],
  space: [' ', '\u00a0', '\u3000'],
  breaks: ['\t', '\n', '\r'],
  separators: ['\u2028', '\u2029'],
  marks: ['\u200e', '\u200f', '\u061c'],
  turns: ['\u202a', '\u202c', '\u202e', '\u2066', '\u2069'],
  controls: ['\u0001', '\u001b', '\u007f', '\u0080', '\u009f'],
} as const
type Kind = keyof typeof kinds
const units = fc.array(
  fc.oneof(
    ...Object.entries(kinds).map(([kind, of]) => fc.constantFrom(...of.map((character) => ({ kind: kind as Kind, character })))),
  ),
  { maxLength: 12 },
)
const written = (of: { character: string }[]) => of.map(({ character }) => character).join('')
const isOf =
  (...wanted: Kind[]) =>
  ({ kind }: { kind: Kind }) =>
    wanted.includes(kind)
function within<T>(all: T[], isBlank: (unit: T) => boolean) {
  const first = all.findIndex((unit) => !isBlank(unit))
  return first < 0 ? [] : all.slice(first, all.findLastIndex((unit) => !isBlank(unit)) + 1)
}
const isSpace = isOf('space', 'breaks', 'separators')
const asLine = (unit: { kind: Kind; character: string }) =>
  isOf('breaks')(unit) ? { character: '\t' } : isOf('separators')(unit) ? { character: ' ' } : unit
const judged = (rule: TextRule, value: string) => {
  const { success, data, error } = ruled(rule).safeParse(value)
  return success ? { data } : { messages: error.issues.map(({ message }) => message) }
}

test('whatever a name consists of, it is one clean line, or there is nothing visible in it', () => {
  fc.assert(
    fc.property(units, (all) => {
      const kept = all.filter(
        (unit) => !isOf('turns', 'marks', 'controls')(unit) && !/[\u200b\u2060\ufeff\u00ad]/.test(unit.character),
      )
      const line = written(within(kept, (unit) => isSpace(unit) || isOf('zeroWidth')(unit)).map(asLine)).replace(/\t+/g, ' ')
      const expected = kept.some(isOf('visible')) ? { data: line } : { messages: [missing] }
      assert.deepEqual(judged(lineRule(), written(all)), expected)
    }),
    examples({ sample: 200, whole: 2000 }),
  )
})

test('whatever a longer text consists of, it is trimmed and safe, or there is nothing visible in it', () => {
  fc.assert(
    fc.property(units, (all) => {
      const kept = within(
        all.filter((unit) => !isOf('turns', 'controls')(unit)),
        (unit) => isSpace(unit) || unit.character === '\ufeff',
      )
      const isThere = kept.some(isOf('visible'))
      const data = written(kept).replace(/[\u2028\u2029]/g, '\n')
      assert.deepEqual(judged(textRule(), written(all)), isThere ? { data } : { messages: [missing] })
      assert.deepEqual(judged(optionalTextRule(), written(all)), { data: isThere ? data : '' })
    }),
    examples({ sample: 200, whole: 2000 }),
  )
})

test('a long blank stretch is trimmed by looking at each character once', () => {
  let looks = 0
  const stretch = `x${' '.repeat(100_000)}x${' '.repeat(100_000)}`
  const watched = new Proxy(Object(stretch), {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) looks++
      const value = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  assert.equal(trimmed(watched as string), stretch.trimEnd())
  assert.ok(looks < 100_010, String(looks))
})
