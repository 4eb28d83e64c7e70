import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ExcerptPart, folded } from 'contract'
import { upload } from '../files/testing.ts'
import { daysFrom, type Name, okBody, outcome, people, projects, rooms, testApp, today } from '../testing/world.ts'
import { type SearchPage, searcher } from './testing.ts'
import { wordsIn } from './words.ts'

const app = await testApp()
const { as, query } = app
const { find } = searcher(app)

const ok = (who: Name, route: string, body?: object) => okBody(as(who)(route, body))
const addTask = (title: string, description = 'Long enough.', rest = {}) =>
  ok('pam', 'POST /api/tasks/', { project: projects.website, title, description, ...rest })
const say = (room_id: number, sender_id: number, content: string) =>
  query('insert into chat_messages (tenant_id, room_id, sender_id, content) values (1, $1, $2, $3)', room_id, sender_id, content)
const addComment = (task: number, text: string) =>
  ok('dev', 'POST /api/comments/', { content_type: 'task', object_id: task, text })
const titlesOf = ({ results }: SearchPage) => results.map(({ type, title }) => `${type} ${title}`)
const joined = (parts: readonly ExcerptPart[]) => parts.map(({ text }) => text).join('')
const marksIn = (parts: readonly ExcerptPart[]) => parts.filter(({ is_match }) => is_match).map(({ text }) => text)

test('a word is found in projects, people, tasks, subtasks, comments, files and messages', async () => {
  await query(`update projects set description = 'Mentions quartz.' where tenant_id = 1 and id = ${projects.website}`)
  await query(`update people set full_name = 'Quartz Dana' where tenant_id = 1 and id = ${people.dana.id}`)
  const task = await addTask('Polish the quartz')
  const subtask = await ok('pam', 'POST /api/subtasks/', { task: task.id, title: 'Buy quartz', assigned_to: people.dev.id })
  const comment = await addComment(task.id, 'Quartz, is it?')
  const file = (await upload(as('dev'), task.id, { name: 'Quartz offer.txt', bytes: Buffer.from('x') })).body.file
  await say(rooms.website, people.pam.id, 'The QUARTZ arrived.')
  const { results, count, counts, at_least } = await find('dev', 'quartz')
  assert.deepEqual(
    [count, counts, at_least],
    [7, { projects: 1, people: 1, tasks: 1, subtasks: 1, comments: 1, files: 1, messages: 1 }, []],
  )

  const project = { id: projects.website, name: 'Website' }
  const parent = { id: task.id, title: 'Polish the quartz' }
  const [dev, dana, pam] = [
    { id: people.dev.id, full_name: 'Dev' },
    { id: people.dana.id, full_name: 'Quartz Dana' },
    { id: people.pam.id, full_name: 'Pam' },
  ]
  const room = { id: rooms.website, name: 'Website' }
  assert.deepEqual(
    results.map((result) => ({ ...result, id: result.type === 'messages' ? 0 : result.id, at: typeof result.at })),
    [
      {
        ...{
          type: 'projects',
          id: projects.website,
          key: 'WEB',
          title: 'Website',
          title_parts: [{ text: 'Website', is_match: false }],
        },
        excerpt: [
          { text: 'Mentions ', is_match: false },
          { text: 'quartz', is_match: true },
          { text: '.', is_match: false },
        ],
        ...{ match: 'word', project, task: null, room: null, message: null, person: null, status: 'planning', at: 'string' },
      },
      {
        ...{ type: 'people', id: people.dana.id, key: '', title: 'Quartz Dana', excerpt: [] },
        title_parts: [
          { text: 'Quartz', is_match: true },
          { text: ' Dana', is_match: false },
        ],
        ...{ match: 'word', project: null, task: null, room: null, message: null, person: dana, status: null, at: 'object' },
      },
      {
        ...{ type: 'tasks', id: task.id, key: task.key, title: 'Polish the quartz' },
        title_parts: [
          { text: 'Polish the ', is_match: false },
          { text: 'quartz', is_match: true },
        ],
        excerpt: [{ text: 'Long enough.', is_match: false }],
        ...{ match: 'word', project, task: parent, room: null, message: null, person: null, status: 'todo', at: 'string' },
      },
      {
        ...{ type: 'subtasks', id: subtask.id, key: subtask.key, title: 'Buy quartz', excerpt: [] },
        title_parts: [
          { text: 'Buy ', is_match: false },
          { text: 'quartz', is_match: true },
        ],
        ...{ match: 'word', project, task: parent, room: null, message: null, person: dev, status: 'todo', at: 'string' },
      },
      {
        ...{ type: 'comments', id: comment.id, key: '', title: 'Polish the quartz' },
        title_parts: [{ text: 'Polish the quartz', is_match: false }],
        excerpt: [
          { text: 'Quartz', is_match: true },
          { text: ', is it?', is_match: false },
        ],
        ...{ match: 'word', project, task: parent, room: null, message: null, person: dev, status: null, at: 'string' },
      },
      {
        ...{ type: 'files', id: file.id, key: '', title: 'Quartz offer.txt', excerpt: [] },
        title_parts: [
          { text: 'Quartz', is_match: true },
          { text: ' offer.txt', is_match: false },
        ],
        ...{ match: 'word', project, task: parent, room: null, message: null, person: dev, status: null, at: 'string' },
      },
      {
        ...{ type: 'messages', id: 0, key: '', title: 'Website', title_parts: [{ text: 'Website', is_match: false }] },
        excerpt: [
          { text: 'The ', is_match: false },
          { text: 'QUARTZ', is_match: true },
          { text: ' arrived.', is_match: false },
        ],
        ...{ match: 'word', project, task: null, room, message: null, person: pam, status: null, at: 'string' },
      },
    ],
  )
})

test('exact words come before beginnings, and both before words with a typing error', async () => {
  for (const title of ['Basalt grey', 'Basal area', 'Basaltic flow']) await addTask(title)
  const { results } = await find('pam', 'basalt')
  assert.deepEqual(
    results.map(({ title, match }) => [title, match]),
    [
      ['Basalt grey', 'word'],
      ['Basaltic flow', 'prefix'],
      ['Basal area', 'similar'],
    ],
  )
})

test('a typing error is forgiven, wherever the word is', async () => {
  const task = await addTask('Order obsidian')
  await addComment(task.id, 'Obsidian is black.')
  await say(rooms.website, people.pam.id, 'obsidian!')
  for (const q of ['obsidain', 'obsdian', 'obsidiann', 'opsidian', 'order obsidain']) {
    const { results } = await find('dev', q)
    assert.ok(results.length && results.every(({ match }) => match === 'similar'), q)
    assert.deepEqual(marksIn(results[0]?.title_parts ?? []).at(-1), 'obsidian', q)
  }
  assert.deepEqual(titlesOf(await find('dev', 'granite')), [])
})

test('every word has to occur, the last one may be a beginning', async () => {
  await addTask('Feldspar from Norway', 'Not from Sweden.')
  assert.deepEqual(titlesOf(await find('pam', 'feldspar swe')), ['tasks Feldspar from Norway'])
  assert.deepEqual(titlesOf(await find('pam', 'swe feldspar')), [])
  assert.deepEqual(titlesOf(await find('pam', 'feldspar finland')), [])
})

test('case, accents and forms of a letter make no difference', async () => {
  await addTask('Möbel für Škoda, Straße 7', 'Ｆｕｌｌ width, ПРИВЕТ, İstanbul, e\u0301lan')
  for (const q of ['mobel', 'MÖBEL', 'skoda', 'strasse', 'full', 'привет', 'istanbul', 'élan'])
    assert.deepEqual((await find('pam', q)).counts.tasks, 1, q)
  const [result] = (await find('pam', 'mobel strasse')).results
  assert.deepEqual(marksIn(result?.title_parts ?? []), ['Möbel', 'Straße'])
})

test('texts without spaces and from right to left are found', async () => {
  await addTask('明日の会議室', 'שלום עולם, مرحبا')
  for (const q of ['会議', '会議室', 'שלום', 'مرحبا']) assert.equal((await find('pam', q)).counts.tasks, 1, q)
  assert.equal((await find('pam', '会社')).counts.tasks, 0)
})

test('symbols, emoji and parts of words in scripts without spaces are found, alone and beside words', async () => {
  const title = {
    rocket: 'Launch 🚀 now',
    joined: 'Party 👩\u200d👩\u200d👧 and ❤️',
    hands: 'Well done 👍🏽',
    flags: 'Offices 🇩🇪 🇫🇷',
    languages: 'Port C++, C# and F# code to .NET',
    file: 'See ASP.NET, travel.pdf and node.js',
    signs: 'Costs € 300 ✓ → done',
    japanese: '東京都庁の会議室サーバー',
    chinese: '北京大学',
    korean: '소프트웨어개발 회의',
    thai: 'ประชุมทีมการตลาดวันนี้',
    khmer: 'ការប្រជុំក្រុមទីផ្សារ',
    hindi: 'हिन्दी में बैठक',
    persian: 'می\u200cخواهم كتاب بخوانم',
    arabic: 'اجتماع الفَرِيق',
    vietnamese: 'Cuộc họp Đà Nẵng',
    irish: 'Call Sinéad O’Brien-Smith',
    turkish: 'Işık İstanbul’a',
    soft: 'Donau\u00addampf',
    rare: '𠮷野家',
  }
  for (const [name, text] of Object.entries(title)) await addTask(name === 'soft' ? 'Ship' : text, `Long enough. ${text}`)
  const found = async (q: string) =>
    (await find('pam', q)).results.filter(({ match }) => match !== 'similar').map((row) => row.title)
  const cases = [
    ...['🚀', '🚀 launch', 'launch 🚀', ' 🚀 '].map((q) => [q, title.rocket]),
    ...['👩\u200d👩\u200d👧', '👩', '👧', '❤️', '❤'].map((q) => [q, title.joined]),
    ...['👍', '👍🏽', '👍🏿'].map((q) => [q, title.hands]),
    ...['🇩🇪', '🇫🇷'].map((q) => [q, title.flags]),
    ...['C++', 'c++', 'c+', 'C#', 'F#', 'port c++', '.NET code', 'code .ne'].map((q) => [q, title.languages]),
    ...['.pdf', 'asp.net', 'ASP', 'node js', 'node.js', 'travel.p'].map((q) => [q, title.file]),
    ...['€', '✓', '→', '€ 300', '300 €'].map((q) => [q, title.signs]),
    ...['東', '京', '庁', '東京', '京都', '都庁', '東京都', '会議', 'サーバ', 'ーバー', 'ｻｰﾊﾞｰ', '会議室 東京'].map((q) => [
      q,
      title.japanese,
    ]),
    ...['北京', '大', '大学', '京大'].map((q) => [q, title.chinese]),
    ...['개발', '소프트웨어', '웨어', '회의', '회'].map((q) => [q, title.korean]),
    ...['การตลาด', 'ประชุม', 'วันนี้', 'ทีม'].map((q) => [q, title.thai]),
    ...['ទីផ្សារ', 'ប្រជុំ'].map((q) => [q, title.khmer]),
    ...['हिन्दी', 'बैठक', 'बैठ'].map((q) => [q, title.hindi]),
    ...['میخواهم', 'می\u200cخواهم', 'کتاب', 'كتاب'].map((q) => [q, title.persian]),
    ...['الفريق', 'اجتماع'].map((q) => [q, title.arabic]),
    ...['da nang', 'Đà Nẵng', 'hop cuoc'].map((q) => [q, title.vietnamese]),
    ...['o’brien', "o'brien", 'O`Brien', 'obrien-smith'.replace('ob', "o'b"), 'sinead smith'].map((q) => [q, title.irish]),
    ...['ışık', 'isik', 'ISIK', 'istanbul', 'İSTANBUL'].map((q) => [q, title.turkish]),
    ...['donaudampf', 'donau\u200bdampf'].map((q) => [q, 'Ship']),
    ...['𠮷', '𠮷野', '野家'].map((q) => [q, title.rare]),
  ] as [string, string][]
  // Some at once, because each is several statements.
  for (let i = 0; i < cases.length; i += 8)
    await Promise.all(
      cases.slice(i, i + 8).map(async ([q, expected]) => {
        const titles = await found(q)
        assert.ok(titles.includes(expected), `${q} finds ${expected}: ${titles}`)
      }),
    )
  for (const q of ['🎈', '🇩🇰', '京東', '都京', '開発', 'ตลาดการ', '.exe', 'D++', '£']) assert.deepEqual(await found(q), [], q)
  const marks = async (q: string) => marksIn((await find('pam', q)).results[0]?.title_parts ?? [])
  for (const [q, expected] of [
    ['🚀', ['🚀']],
    ['C++', ['C++']],
    ['code .net', ['code', '.NET']],
    ['京都', ['京', '都']],
    ['🇩🇪', ['🇩🇪']],
    ["o'brien", ['O', 'Brien']],
  ] as const)
    assert.deepEqual(await marks(q), expected, q)
})

test('whatever a text is, its own words find it, and both sides fold letters alike', async () => {
  const ranges = [
    [0x20, 0x1c7f],
    [0x1d00, 0x24ff],
    [0x2e00, 0x2e7f],
    [0x3000, 0x33ff],
    [0xa640, 0xa6ff],
    [0xfb00, 0xffef],
    [0x1f300, 0x1f9ff],
  ] as const
  const lines = ranges.flatMap(([from, to]) =>
    Array.from({ length: Math.ceil((to - from) / 16) }, (_, i) =>
      Array.from({ length: 16 }, (_, j) => `${String.fromCodePoint(from + 16 * i + j)}x`).join(' '),
    ),
  )
  const rows = await query(
    'select text, folded(text) as folded, search_text(text) as words from unnest($1::text[]) as text',
    lines,
  )
  for (const { text, folded: bySql, words } of rows as Record<string, string>[]) {
    assert.equal(bySql, folded(String(text)), String(text))
    const known = new Set(String(words).split(' '))
    assert.deepEqual(
      wordsIn(String(text)).filter((word) => !known.has(word)),
      [],
      String(text),
    )
  }
})

test("a person's address finds them by what is before its @", async () => {
  assert.deepEqual(titlesOf(await find('dev', 'pam@acme.test')), ['people Pam'])
  assert.deepEqual(titlesOf(await find('dev', 'acme')), [])
})

test('text that means something to a database is only text', async () => {
  const odd = [
    '&',
    '|',
    '!',
    '(',
    ')',
    ':*',
    "'",
    '\\',
    "a' | 'b",
    'a & !b',
    '<->',
    "';select 1;--",
    '%',
    '_',
    '\u202e',
    '🎉',
    '﷽',
    '-',
  ]
  for (const q of [...odd, odd.join(' '), odd.join(''), 'x'.repeat(200), '字'.repeat(200), 'a '.repeat(100), '🎉'.repeat(200)]) {
    const { status } = await as('dev')(`GET /api/search/?${new URLSearchParams({ q })}`)
    assert.equal(status, 200, q)
  }
})

test('an empty search finds nothing', async () => {
  for (const q of ['', ' ', '\t\n', '...', '🎉'])
    assert.deepEqual(await find('ann', q), {
      ...{ count: 0, next: null, previous: null, results: [], at_least: [] },
      counts: { projects: 0, people: 0, tasks: 0, subtasks: 0, comments: 0, files: 0, messages: 0 },
    })
  assert.equal((await as('ann')('GET /api/search/')).status, 200)
})

test('input that cannot be right is refused, naming the field', async () => {
  const types = ['Choose of: projects, people, tasks, subtasks, comments, files, messages.']
  const date = ['Use the date format YYYY-MM-DD.']
  const unstorable = ['This text contains a character that cannot be stored.']
  const cases: [string, object][] = [
    [`q=${'x'.repeat(201)}`, { q: ['Ensure this field has no more than 200 characters.'] }],
    ['q=a%00b', { q: unstorable }],
    ['q=a&types=tasks,secrets', { types }],
    ['q=a&from=2026-02-30', { from: date }],
    ['q=a&to=yesterday&types=x', { to: date, types }],
    ['q=a&from=2026-02-02&to=2026-02-01', { to: ['The end cannot be before the start.'] }],
    ['q=a&limit=0', { limit: ['Not a valid number.'] }],
    ['q=a&offset=-1', { offset: ['Not a valid number.'] }],
    [`q=a&project=${'1'.repeat(51)}`, { project: ['Not a valid id.'] }],
  ]
  for (const [search, problems] of cases)
    assert.deepEqual(outcome(await as('pam')(`GET /api/search/?${search}`)), [400, problems])
})

test('results can be narrowed by type, project, person and date', async () => {
  const old = await ok('ann', 'POST /api/projects/', { name: 'Marble hall', assigned_pm: people.pam.id })
  const task = await addTask('Marble floor', 'Long enough.', { assigned_to: people.dev.id })
  await addTask('Marble wall')
  await addComment(task.id, 'Marble is cold.')
  await query(`update tasks set created_at = '2026-01-31T23:30:00Z' where tenant_id = 1 and title = 'Marble wall'`)
  const titlesBy = async (filters: Record<string, string | number>) => titlesOf(await find('pam', 'marble', filters)).toSorted()
  assert.deepEqual(await titlesBy({ types: 'projects,comments' }), ['comments Marble floor', 'projects Marble hall'])
  assert.deepEqual(await titlesBy({ project: old.id }), ['projects Marble hall'])
  const inWebsite = ['comments Marble floor', 'tasks Marble floor', 'tasks Marble wall']
  assert.deepEqual(await titlesBy({ project: projects.website }), inWebsite)
  assert.deepEqual(await titlesBy({ person: people.dev.id }), ['comments Marble floor', 'tasks Marble floor'])
  assert.deepEqual(await titlesBy({ person: people.pam.id }), ['projects Marble hall'])
  assert.deepEqual(await titlesBy({ from: '2026-01-31', to: '2026-01-31' }), ['tasks Marble wall'])
  assert.deepEqual(await titlesBy({ from: daysFrom(-1), to: daysFrom(1), types: 'tasks' }), ['tasks Marble floor'])
  await query(`update tenants set timezone = 'Europe/Berlin' where id = 1`)
  assert.deepEqual(await titlesBy({ from: '2026-02-01', to: '2026-02-01' }), ['tasks Marble wall'])
  await query(`update tenants set timezone = 'UTC' where id = 1`)
  for (const filters of [{ project: projects.secret }, { project: 987654321 }, { project: 'x' }, { person: 'x' }])
    assert.deepEqual(await titlesBy(filters), [])
  assert.deepEqual(titlesOf(await find('pam', 'dev', { project: projects.website, from: today() })), [])
})

test('counts are those of all types, and pages follow each other', async () => {
  for (let n = 1; n <= 12; n++) await addTask(`Slate ${n}`)
  const task = await addTask('Slate roof')
  for (let n = 1; n <= 4; n++) await addComment(task.id, `Slate comment ${n}`)
  const whole = await find('pam', 'slate')
  assert.deepEqual([whole.count, whole.counts.tasks, whole.counts.comments], [17, 13, 4])
  const keys = ({ results }: SearchPage) => results.map(({ type, id }) => `${type} ${id}`)
  assert.deepEqual(
    whole.results.map(({ type }) => type),
    [...Array(5).fill('tasks'), ...Array(4).fill('comments'), ...Array(8).fill('tasks')],
  )
  const pages: string[] = []
  let next: string | null = '/api/search/?q=slate&limit=5'
  for (; next; ) {
    const { body } = await as('pam')(`GET ${next}`)
    pages.push(...keys(body))
    next = body.next
  }
  assert.deepEqual(pages, keys(whole))
  const onlyComments = await find('pam', 'slate', { types: 'comments' })
  assert.deepEqual([onlyComments.count, onlyComments.counts], [4, whole.counts])
})

test('an excerpt shows the match in its surroundings, as plain text', async () => {
  const text = `${'Nothing of interest here. '.repeat(100)}<b>Then</b> a malachite & more. ${'And so on. '.repeat(100)}`
  await addTask('A long story', text)
  const [result] = (await find('pam', 'malachite')).results
  const excerpt = result?.excerpt ?? []
  assert.deepEqual(marksIn(excerpt), ['malachite'])
  assert.match(joined(excerpt), /^… .*<b>Then<\/b> a malachite & more\. .* …$/)
  assert.ok(joined(excerpt).length < 250)
  await addTask('A word without an end', `tourmaline${'x'.repeat(3000)}`)
  assert.ok(joined((await find('pam', 'tourmaline')).results[0]?.excerpt ?? []).length < 400)
})

test('what was deleted is not found, and what came back is', async () => {
  const task = await addTask('Fragile gypsum')
  await addComment(task.id, 'Gypsum!')
  assert.equal((await find('pam', 'gypsum')).count, 2)
  await ok('pam', `DELETE /api/tasks/${task.id}/`)
  assert.equal((await find('pam', 'gypsum')).count, 0)
  await ok('pam', `POST /api/tasks/${task.id}/restore/`, {})
  assert.equal((await find('pam', 'gypsum')).count, 2)
  await ok('pam', `PATCH /api/tasks/${task.id}/`, { title: 'Robust agate' })
  assert.deepEqual((await find('pam', 'gypsum')).counts.tasks, 0)
  assert.deepEqual((await find('pam', 'agate')).counts.tasks, 1)
})
