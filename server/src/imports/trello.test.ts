// What is read from JSON, without a database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid } from '../kit/errors.ts'
import { readJson } from './json.ts'
import { fixture } from './testing.ts'

const lists = [
  { id: 'l', name: 'Doing', pos: 1 },
  { id: 'old', name: 'Old', closed: true, pos: 2 },
]
const card = { id: 'c', name: 'Home page', desc: 'Soon.', idList: 'l' }
const read = (board: object) => readJson(JSON.stringify({ lists, ...board }), undefined)
const item = (id: string, name: string, more: object = {}) => ({ id, name, state: 'incomplete', pos: 1, ...more })

test('attachments of a card are links below its description', () => {
  const attachments = [
    { name: 'Brief [final].pdf', url: 'https://trello.com/1/cards/c/attachments/a/download/Brief (final).pdf', isUpload: true },
    { name: 'https://example.test/x', url: 'https://example.test/x' },
    { name: '', url: 'https://example.test/y' },
    { name: 'On the server', url: 'file:///plan.txt' },
    { name: '', url: '' },
  ]
  const { items, notes } = read({
    cards: [
      { ...card, attachments },
      { ...card, id: 'd', desc: '', attachments: attachments.slice(1, 2) },
    ],
  })
  assert.deepEqual(
    items.map(({ description }) => description),
    [
      [
        'Soon.\n\nAttachments in Trello:\n',
        String.raw`- [Brief \[final\].pdf](https://trello.com/1/cards/c/attachments/a/download/Brief%20%28final%29.pdf)`,
        '- https://example.test/x\n- https://example.test/y\n- On the server',
      ].join('\n'),
      'Attachments in Trello:\n\n- https://example.test/x',
    ],
  )
  assert.deepEqual(notes, ['2 cards have attachments. Links to them are below their descriptions.'])
})

test('what a board has and tasks here have not is counted', () => {
  const full = {
    ...card,
    start: '2026-03-01T08:00:00.000Z',
    customFieldItems: [{ id: 'f', value: { number: '3' } }],
    address: 'Long Street 1',
    stickers: [{ id: 's' }],
    idMembersVoted: ['m'],
    badges: { comments: 3 },
  }
  const comment = { type: 'commentCard', date: '2026-03-01T08:00:00.000Z', data: { text: 'Well.', card: { id: 'c' } } }
  const archived = { ...full, id: 'x', closed: true }
  const { notes } = read({
    cards: [full, { ...full, id: 'd', badges: null }, archived, { ...full, id: 'y', idList: 'old' }],
    actions: [comment],
  })
  assert.deepEqual(notes, [
    '2 archived cards are left out.',
    '2 cards have start dates, which are left out.',
    '2 cards have custom fields, which are left out.',
    '2 cards have places on the map, which are left out.',
    '2 cards have stickers, which are left out.',
    '2 cards have votes, which are left out.',
    '2 older comments are not in the file.',
  ])
  assert.deepEqual(read({ cards: [{ ...card, start: null, attachments: null, customFieldItems: [] }] }).notes, [])
})

test('items that several checklists of a card have carry the name of their checklist', () => {
  const titles = (...checklists: object[]) =>
    read({ cards: [card], checklists })
      .items.slice(1)
      .map(({ title }) => title)
  const list = (name: string, pos: number, ...names: string[]) => ({
    ...{ idCard: 'c', name, pos },
    checkItems: names.map((each, index) => item(`${pos}${index}`, each, { pos: index })),
  })
  assert.deepEqual(titles(list('Web', 1, 'Logo', 'Menu'), list('Print', 2, 'logo ', 'Paper')), [
    'Web: Logo',
    'Menu',
    'Print: logo ',
    'Paper',
  ])
  assert.deepEqual(titles(list('Steps', 1, 'Logo'), list('Steps', 2, 'Logo'), list('', 3, 'Logo')), [
    'Steps: Logo',
    'Steps 2: Logo',
    'Checklist 3: Logo',
  ])
  assert.deepEqual(titles(list('Web', 1, 'Logo', 'Menu'), list('Print', 2, 'Paper')), ['Logo', 'Menu', 'Paper'])
})

test('a card and an item are done on the day on which they were completed', () => {
  const actions = [
    { type: 'updateCard', date: '2026-03-05', data: { card: { id: 'b', dueComplete: true }, old: { dueComplete: false } } },
    {
      type: 'updateCheckItemStateOnCard',
      date: '2026-03-04',
      data: { card: { id: 'a' }, checkItem: { id: 'i', name: 'x', state: 'complete' } },
    },
    { type: 'updateCard', date: '2026-03-03', data: { card: { id: 'b', dueComplete: true }, old: { dueComplete: false } } },
    { type: 'updateCard', date: '2026-03-02', data: { card: { id: 'open', dueComplete: false }, old: { dueComplete: true } } },
    { type: 'updateCard', date: '2026-03-01', data: { card: { id: 'open', dueComplete: true }, old: { dueComplete: false } } },
  ]
  const { items } = read({
    cards: [
      { ...card, id: 'a', dueComplete: true, dateCompleted: '2026-03-10T16:30:00.000Z', pos: 1 },
      { ...card, id: 'b', dueComplete: true, pos: 2 },
      { ...card, id: 'open', pos: 3 },
    ],
    checklists: [{ idCard: 'a', name: 'x', checkItems: [item('i', 'x', { state: 'complete' })] }],
    actions,
  })
  assert.deepEqual(
    items.map(({ ids, is_done, done_at }) => [ids[0], is_done, done_at]),
    [
      ['a', true, '2026-03-10T16:30:00.000Z'],
      ['i', true, '2026-03-04'],
      ['b', true, '2026-03-05'],
      ['open', false, ''],
    ],
  )
})

test('what tasks of Asana have and tasks here have not is counted', () => {
  const field = (name: string, display_value: string | null) => ({ name, display_value })
  const subtask = {
    gid: '2',
    name: 'S',
    start_on: '2026-03-01',
    custom_fields: [field('Budget', '3'), field('Priority', 'High')],
  }
  const task = {
    gid: '1',
    name: 'T',
    start_at: '2026-03-01T08:00:00Z',
    custom_fields: [field('Priority', 'High'), field('Budget', null)],
    subtasks: [subtask],
  }
  assert.deepEqual(readJson(JSON.stringify({ data: [task] }), undefined).notes, [
    '2 tasks have start dates, which are left out.',
    '1 task has custom fields, which are left out.',
  ])
})

test('other JSON is refused by saying what it is, as far as that shows, and what could be read', () => {
  const neither =
    'This is no board that Trello has exported, and no project that Asana has exported. From JSON, only these can be imported. Save other lists as CSV.'
  const whole = 'From JSON, only whole boards of Trello and whole projects of Asana can be imported.'
  const right: [value: unknown, message: string][] = [
    ...[[], [1], {}, { a: 1 }, [{ title: 'A' }], { tasks: [] }, [[]], [null]].map((value): [unknown, string] => [value, neither]),
    [{ ...card, idBoard: 'b' }, `This is a single card of Trello. ${whole}`],
    [[{ ...card, idBoard: 'b' }], `This is a list of cards of Trello. ${whole}`],
    [{ id: 'l', name: 'Doing', idBoard: 'b' }, `This is a single list of Trello. ${whole}`],
    [[{ gid: '1', name: 'T' }], `This is a list of tasks of Asana. ${whole}`],
    [{ gid: '1', name: 'T' }, `This is a single task of Asana. ${whole}`],
    [{ cards: [{ id: 7 }], lists: [] }, 'This is no board that Trello has exported: look at cards.0.id.'],
    [{ data: { gid: '1' } }, 'This is no project that Asana has exported: look at data.'],
  ]
  for (const [value, message] of right)
    for (const format of [
      undefined,
      ...('cards' in Object(value) || 'data' in Object(value) ? [] : (['trello', 'asana'] as const)),
    ])
      assert.throws(
        () => readJson(JSON.stringify(value), format),
        (error) => error instanceof Invalid && error.problems.text?.[0] === message,
        message,
      )
  assert.equal(readJson(fixture('trello.json'), undefined).format, 'trello')
})
