import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { invitationsPerDay, type Newcomer } from 'contract'
import { outcome, people, testApp } from '../testing/world.ts'

const { as, browser, query } = await testApp()
const ann = as('ann')

const add = (text: string) => ann('POST /api/employees/import/', { text })
const preview = async (text: string) => {
  const { status, body } = await ann('POST /api/employees/import/preview/', { text })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
/** The problems of a list, as `line field: message`. */
const problemsIn = async (text: string) => {
  const { people: lines } = await preview(text)
  return lines.flatMap(({ line, problems }: Newcomer) => problems.map(({ field, message }) => `${line} ${field}: ${message}`))
}
const countPeople = async () => Number((await query('select count(*)::int as n from people'))[0]?.n)

const head = 'Name,Email,Role,Manager,Department,Job title'
const nia = 'Nia New,nia@acme.test,Developer,Pam,Engineering,Engineer'

beforeEach(async () => {
  await query(`delete from limits; delete from pgboss.job;
    delete from password_links; delete from notifications; delete from assignments;
    delete from people where email like '%@new.test' or email = 'nia@acme.test'`)
})

test('a list adds everybody, invites them, and assigns developers to their project managers, also to new ones', async () => {
  const text = `${head}
Dee Dow,dee@new.test,Developer,mia@new.test,R&D,
Mia Moss,MIA@new.test,Project Manager,,Product,Lead
${nia}
Noa Nix,noa@new.test,dev,pam@acme.test,engineering,
Hal Hay,hal@new.test,hr,,people operations,Recruiter`
  const { status, body } = await add(text)
  assert.equal(status, 201, JSON.stringify(body))
  const [dee, mia, , noa] = body.results
  assert.deepEqual(
    body.results.map(({ full_name, email, role, department, job_title }: Record<string, string>) =>
      [full_name, email, role, department, job_title].join(', '),
    ),
    [
      'Dee Dow, dee@new.test, developer, R&D, ',
      'Mia Moss, mia@new.test, project_manager, Product, Lead',
      'Nia New, nia@acme.test, developer, Engineering, Engineer',
      'Noa Nix, noa@new.test, developer, Engineering, ',
      'Hal Hay, hal@new.test, hr, People Operations, Recruiter',
    ],
  )
  assert.ok(body.results.every(({ invitation_status }: { invitation_status: string }) => invitation_status === 'pending'))
  const mails = await query(
    `select l.person_id::float8 from pgboss.job j join password_links l on l.id = (j.data->>'link_id')::bigint
     where j.name = 'mail' and j.data->>'template' = 'invitation' order by 1`,
  )
  assert.equal(mails.length, 5)

  const groups = (await ann('GET /api/pm-assignments/grouped/')).body
  const teamOf = (id: number) =>
    groups
      .find(({ manager }: { manager: { id: number } }) => manager.id === id)
      .developers.map(({ full_name }: { full_name: string }) => full_name)
  assert.deepEqual(teamOf(mia.id), ['Dee Dow'])
  assert.deepEqual(teamOf(people.pam.id), ['Dana', 'Dev', 'Nia New', 'Noa Nix'])
  const told = (await as('pam')('GET /api/notifications/')).body.results
  assert.deepEqual(
    told.map(({ message }: { message: string }) => message),
    ['2 developers have been assigned to you.'],
  )
  const [logged] = (await ann(`GET /api/audit-logs/?developer=${dee.id}`)).body.results
  assert.deepEqual(
    [logged.previous_manager, logged.new_manager.full_name, logged.assigned_by.full_name],
    [null, 'Mia Moss', 'Ann'],
  )
  assert.ok((await as('pam')('GET /api/my-developers/')).body.some(({ id }: { id: number }) => id === noa.id))
})

test('cells of a spreadsheet and lists without a head are read in the stated order', async () => {
  const cells = 'Nia New\tnia@acme.test\tDeveloper\tPam\tIT\r\nNoa\tnoa@new.test\tHR\t\tHR\r\n\r\n'
  const { people: lines, wrong } = await preview(cells)
  assert.equal(wrong, 0)
  assert.deepEqual(lines[0], {
    line: 1,
    full_name: 'Nia New',
    email: 'nia@acme.test',
    role: 'Developer',
    manager: 'Pam',
    department: 'IT',
    job_title: '',
    problems: [],
  })
  assert.deepEqual(
    (await preview(`\ufeffE-Mail;First name;Last name;Role;Division;Phone\nnoa@new.test;Noa;Nix;HR;HR;1`)).people[0].full_name,
    'Noa Nix',
  )
  const semicolons = await preview('email;phone;name;role;department\nnoa@new.test;1;"Nix; Noa";hr;HR')
  assert.deepEqual([semicolons.people[0].full_name, semicolons.ignored, semicolons.wrong], ['Nix; Noa', ['phone'], 0])
})

test('a list is read with mixed line ends, a named separator, and titles above its head', async () => {
  const lines = ['Ada', 'Bea', 'Cleo'].map((name) => `${name},${name}@new.test,HR,,People Operations,Recruiter`)
  const texts = [
    `${head}\r\n${lines.join('\n')}\r`,
    `sep=;\r\n${['Name,E-Mail,userRole,ManagerName,Department,jobTitle', ...lines].join('\n').replaceAll(',', ';')}`,
    `People of May\n\nFull Name,Email Address,user_role,manager_name,Department,job_title\n${lines.join('\r')}`,
    [head, ...lines].join('\n').replaceAll(',', '|'),
    lines.join('\n').replaceAll(',', '|'),
  ]
  for (const text of texts) {
    const { people: read, wrong } = await preview(text)
    const names = read.map(({ full_name, role }: Newcomer) => `${full_name}, ${role}`)
    assert.deepEqual([names, wrong], [['Ada, HR', 'Bea, HR', 'Cleo, HR'], 0], text)
  }
  const problems = await problemsIn(`People\n\n${head}\n${lines[0]?.replace('HR', '')}`)
  assert.deepEqual(
    problems.map((problem: string) => problem.split(':')[0]),
    ['4 role'],
  )
})

test('every problem is reported with its line, and nothing is written', async () => {
  const before = await countPeople()
  const text = `${head}
,x,Boss,,Nowhere,
${nia}
Nia Two,NIA@acme.test,HR,,HR,
Dev,dev@acme.test,HR,Pam,HR,

Zed,zed@new.test,Developer,Nobody,IT,
Zoe,zoe@new.test,Developer,dev@acme.test,IT,
Zac,zac@new.test,tenant_admin,,IT,`
  const nobody = (name: string) => `There is no project manager “${name}” in this workspace or this list.`
  const expected = [
    '2 full_name: This field is required',
    '2 email: Invalid email format',
    '2 role: Choose one of: Project Manager, HR, Developer.',
    '4 email: Line 3 has the same email.',
    '5 email: An employee with this email already exists.',
    '5 manager: Only developers are assigned to a project manager.',
    `7 manager: ${nobody('Nobody')}`,
    `8 manager: ${nobody('dev@acme.test')}`,
    '9 role: Choose one of: Project Manager, HR, Developer.',
  ]
  const found = await problemsIn(text)
  assert.match(found.splice(3, 1)[0] ?? '', /^2 department: Choose one of: Engineering, /)
  assert.deepEqual(found, expected)
  assert.equal((await preview(text)).wrong, 6)
  const { status, body } = await add(text)
  assert.equal(status, 400)
  assert.deepEqual(Object.keys(body), ['text'])
  assert.equal(body.text[0], 'Line 2, Name: This field is required')
  assert.ok(body.text.includes('Line 4, Email: Line 3 has the same email.'))
  assert.equal(await countPeople(), before)
  assert.deepEqual(await query('select from pgboss.job'), [])
  assert.deepEqual(await query(`select from limits where key like 'invitations%'`), [])
})

test('project managers of the same name are told apart by their addresses only', async () => {
  const twins = `Pam,pam2@new.test,pm,,IT\nNoa,noa@new.test,Developer,Pam,IT`
  assert.deepEqual(await problemsIn(twins), ['2 manager: Several project managers are called “Pam”. Name this one by email.'])
  assert.deepEqual(await problemsIn(twins.replace('Developer,Pam', 'Developer,pam2@new.test')), [])
})

test('an address of another workspace is free, and its managers are nobody here', async () => {
  assert.deepEqual(await problemsIn('Gus,gus@globex.test,HR,,HR'), [])
  assert.deepEqual(await problemsIn('Noa,noa@new.test,Developer,gil@globex.test,IT'), [
    '1 manager: There is no project manager “gil@globex.test” in this workspace or this list.',
  ])
})

test('a list has at most 500 people, and what is no list is refused', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `P ${i},p${i}@new.test,HR,,HR`).join('\n')
  assert.deepEqual(outcome(await add(many(501))), [400, { text: ['A list has at most 500 people. Split it.'] }])
  assert.deepEqual(outcome(await add(many(1500))), [400, { text: ['A list has at most 500 people. Split it.'] }])
  assert.equal((await preview(many(500))).people.length, 500)
  for (const [text, message] of [
    ['', 'This field is required'],
    [' \n ', 'This field is required'],
    [head, 'There are no people in this list.'],
    ['a\u0000b', 'This file is no text. Save it as CSV in UTF-8.'],
    ['x'.repeat(500_001), 'This list is too long. It has at most 500 people: split it.'],
  ] as const)
    assert.deepEqual(outcome(await add(text)), [400, { text: [message] }])
  assert.equal((await ann('POST /api/employees/import/', { text: 7 })).status, 400)
})

test('each person counts as an invitation of the day, and a list that exceeds it invites nobody', async () => {
  const list = (count: number, at = 'q') => Array.from({ length: count }, (_, i) => `Q,${at}${i}@new.test,HR,,HR`).join('\n')
  const { on_trial, paid } = invitationsPerDay
  const refusal = `A workspace on trial can send ${on_trial} invitations a day, and this list has ${on_trial + 1} people.`
  assert.equal((await preview(list(on_trial + 1))).refusal, refusal)
  assert.deepEqual(outcome(await add(list(on_trial + 1))), [400, { text: [refusal] }])
  assert.equal((await add(list(on_trial - 1))).status, 201)
  const { status, body } = await add(list(2, 'r'))
  assert.deepEqual(
    [status, body],
    [429, { detail: 'A workspace on trial can send 50 invitations a day. You can send another 2 in 24 hours.' }],
  )
  assert.equal((await add(list(1, 'r'))).status, 201)
  await query(`update tenants set on_trial = false, paid_until = current_date + 30 where id = 1; delete from limits`)
  assert.equal((await add(list(paid, 's'))).status, 201)
})

test('of two equal lists at once one adds everybody, and the other nobody', async () => {
  const list = Array.from({ length: 20 }, (_, i) => `T,t${i}@new.test,HR,,HR`).join('\n')
  const answers = await Promise.all([add(list), add(list)])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 400],
  )
  const refused = answers.find(({ status }) => status === 400)
  assert.equal(refused?.body.text[0], 'Line 1, Email: An employee with this email already exists.')
  assert.equal((await query(`select from people where email like 't%@new.test'`)).length, 20)
  assert.equal((await query(`select count::int as n from limits where key = 'invitations 1'`))[0]?.n, 20)
})

test('an invited person of a list sets a password by the link in the mail', async () => {
  const { body } = await add(nia)
  const { link } = (await ann(`POST /api/employees/${body.results[0].id}/invitation-link/`)).body
  const [, uidb64, token] = /set-password\/([^/]+)\/([^/]+)$/.exec(link) ?? []
  const answer = await browser('acme')('POST /api/set-password/', { uidb64, token, new_password: 'Brand-new-1' })
  assert.equal(answer.status, 200)
  assert.equal((await browser('acme')('POST /api/token/', { email: 'nia@acme.test', password: 'Brand-new-1' })).status, 200)
})
