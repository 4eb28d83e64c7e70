// The rows of the tests' world: named people in workspaces that must never see each other.
import { hash } from 'node:crypto'
import { type Insertable, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { sql } from '../kit/db/db.ts'
import type { DB } from '../kit/db/schema.gen.ts'
import { type FileStore, keyOf } from '../kit/files/store.ts'
import { addHr, documentContents } from './world-hr.ts'

export const password = 'Password-1'
/** Argon2id of `password`. */
const password_hash = '$argon2id$v=19$m=19456,t=2,p=1$/9MAct6WxxwzWIGBmgC3FQ$d8UvJ30LQqx7PBZcZ4GNxBq4Iouv/sK2Z8jYCwDMEzc'

/** The identity column numbers them in this order. */
export const tenants = {
  acme: { id: 1, trial_days: 20, is_blocked: false },
  globex: { id: 2, trial_days: 20, is_blocked: false },
  broke: { id: 3, trial_days: -1, is_blocked: false },
  shut: { id: 4, trial_days: 20, is_blocked: true },
} as const
const acme = tenants.acme.id
const globex = tenants.globex.id

export type Workspace = keyof typeof tenants | 'platform' | 'demo'
/** The demonstration exists where a test creates it. */
export const tenantIdOf = (at: Workspace) => (at === 'platform' || at === 'demo' ? 0 : tenants[at].id)

/** Ann runs Acme; Pam and Max manage there; Dev and Dana work for Pam, Deb for Max, Una for nobody. */
export const people = {
  sol: { id: 1, at: 'platform', role: 'super_admin' },
  ann: { id: 2, at: 'acme', role: 'tenant_admin' },
  pam: { id: 3, at: 'acme', role: 'project_manager' },
  max: { id: 4, at: 'acme', role: 'project_manager' },
  dev: { id: 5, at: 'acme', role: 'developer', manager_id: 3 },
  dana: { id: 6, at: 'acme', role: 'developer', manager_id: 3 },
  deb: { id: 7, at: 'acme', role: 'developer', manager_id: 4 },
  una: { id: 8, at: 'acme', role: 'developer' },
  hana: { id: 9, at: 'acme', role: 'hr' },
  gwen: { id: 10, at: 'globex', role: 'tenant_admin' },
  gil: { id: 11, at: 'globex', role: 'project_manager' },
  gus: { id: 12, at: 'globex', role: 'developer', manager_id: 11 },
  bo: { id: 13, at: 'broke', role: 'tenant_admin' },
  bea: { id: 14, at: 'broke', role: 'project_manager' },
  sam: { id: 15, at: 'shut', role: 'tenant_admin' },
  ben: { id: 16, at: 'broke', role: 'developer' },
  gita: { id: 17, at: 'globex', role: 'hr' },
  bess: { id: 18, at: 'broke', role: 'hr' },
} as const
export type Name = keyof typeof people
const { pam, max, dev, deb, gil, gus } = people

type Rows<Table extends keyof DB> = Record<string, Insertable<DB[Table]>>

const projectRows = {
  website: { id: 1, tenant_id: acme, key: 'WEB', name: 'Website', description: 'The website of Acme.', assigned_pm: pam.id },
  secret: { id: 2, tenant_id: acme, key: 'SEC', name: 'Secret', description: 'Nobody knows about it.', assigned_pm: max.id },
  old: {
    id: 3,
    tenant_id: acme,
    key: 'OLD',
    name: 'Old',
    description: 'Was done long ago.',
    assigned_pm: pam.id,
    is_active: false,
  },
  rocket: { id: 4, tenant_id: globex, key: 'ROC', name: 'Rocket', description: 'To the moon and back.', assigned_pm: gil.id },
} as const satisfies Rows<'projects'>
export const projects = idsOf(projectRows)
/** The room of a project has the project's id. */
export const rooms = { ...projects }

const memberRows = {
  pam: { id: 1, tenant_id: acme, project_id: projects.website, person_id: pam.id, role: 'project_manager' },
  dev: { id: 2, tenant_id: acme, project_id: projects.website, person_id: dev.id, role: 'developer' },
  max: { id: 3, tenant_id: acme, project_id: projects.secret, person_id: max.id, role: 'project_manager' },
  deb: { id: 4, tenant_id: acme, project_id: projects.secret, person_id: deb.id, role: 'developer' },
  old_pam: { id: 5, tenant_id: acme, project_id: projects.old, person_id: pam.id, role: 'project_manager' },
  old_dev: { id: 6, tenant_id: acme, project_id: projects.old, person_id: dev.id, role: 'developer' },
  gil: { id: 7, tenant_id: globex, project_id: projects.rocket, person_id: gil.id, role: 'project_manager' },
  gus: { id: 8, tenant_id: globex, project_id: projects.rocket, person_id: gus.id, role: 'developer' },
} as const satisfies Rows<'members'>
export const members = idsOf(memberRows)

const viewRows = {
  pam: { id: 1, tenant_id: acme, project_id: projects.website, person_id: pam.id, name: 'Late', query: 'due=overdue' },
  max: { id: 2, tenant_id: acme, project_id: projects.secret, person_id: max.id, name: 'Late', query: 'due=overdue' },
  gil: { id: 3, tenant_id: globex, project_id: projects.rocket, person_id: gil.id, name: 'Late', query: 'due=overdue' },
} as const satisfies Rows<'saved_views'>
/** All of them are shared. */
export const views = idsOf(viewRows)

const updateRows = {
  pam: { id: 1, tenant_id: acme, project_id: projects.website, author_id: pam.id, state: 'on_track', text: 'All is well.' },
  max: { id: 2, tenant_id: acme, project_id: projects.secret, author_id: max.id, state: 'late', text: 'All is lost.' },
  gil: { id: 3, tenant_id: globex, project_id: projects.rocket, author_id: gil.id, state: 'at_risk', text: 'Fingers crossed.' },
} as const satisfies Rows<'project_updates'>
export const updates = idsOf(updateRows)

const importRows = {
  pam: {
    id: 1,
    tenant_id: acme,
    project_id: projects.website,
    author_id: pam.id,
    format: 'csv',
    tasks: 0,
    subtasks: 0,
    comments: 0,
  },
  max: {
    id: 2,
    tenant_id: acme,
    project_id: projects.secret,
    author_id: max.id,
    format: 'csv',
    tasks: 0,
    subtasks: 0,
    comments: 0,
  },
  gil: {
    id: 3,
    tenant_id: globex,
    project_id: projects.rocket,
    author_id: gil.id,
    format: 'csv',
    tasks: 0,
    subtasks: 0,
    comments: 0,
  },
} as const satisfies Rows<'imports'>
export const imports = idsOf(importRows)

const labelRows = {
  design: { id: 1, tenant_id: acme, name: 'Design' },
  fuel: { id: 2, tenant_id: globex, name: 'Fuel' },
} as const satisfies Rows<'labels'>
export const labels = idsOf(labelRows)

const taskRows = {
  home_page: {
    id: 1,
    tenant_id: acme,
    number: 1,
    project_id: projects.website,
    title: 'Home page',
    description: 'The first page.',
  },
  plan: { id: 2, tenant_id: acme, number: 1, project_id: projects.secret, title: 'Plan', description: 'The secret plan.' },
  gone: { id: 3, tenant_id: acme, number: 1, project_id: projects.old, title: 'Gone', description: 'Long gone task.' },
  engine: { id: 4, tenant_id: globex, number: 1, project_id: projects.rocket, title: 'Engine', description: 'It must roar.' },
} as const satisfies Rows<'tasks'>
export const tasks = idsOf(taskRows)

const taskLabelRows = [
  { tenant_id: acme, task_id: tasks.home_page, label_id: labels.design },
  { tenant_id: globex, task_id: tasks.engine, label_id: labels.fuel },
]

const subtaskRows = {
  header: { id: 1, tenant_id: acme, number: 2, task_id: tasks.home_page, title: 'Header', assigned_to_id: null },
  footer: { id: 2, tenant_id: acme, number: 3, task_id: tasks.home_page, title: 'Footer', assigned_to_id: dev.id },
  plot: { id: 3, tenant_id: acme, number: 2, task_id: tasks.plan, title: 'Plot', assigned_to_id: deb.id, spent_minutes: 30 },
  fax: { id: 4, tenant_id: acme, number: 2, task_id: tasks.gone, title: 'Fax', assigned_to_id: dev.id },
  nozzle: {
    id: 5,
    tenant_id: globex,
    number: 2,
    task_id: tasks.engine,
    title: 'Nozzle',
    assigned_to_id: gus.id,
    spent_minutes: 30,
  },
} as const satisfies Rows<'subtasks'>
export const subtasks = idsOf(subtaskRows)

/** The entries of a week long ago, which has been submitted. */
const week = '2026-01-05'
const timeRows = {
  deb: { tenant_id: acme, person_id: deb.id, project_id: projects.secret, task_id: tasks.plan, subtask_id: subtasks.plot },
  gus: { tenant_id: globex, person_id: gus.id, project_id: projects.rocket, task_id: tasks.engine, subtask_id: subtasks.nozzle },
} as const
const entryRow = (row: (typeof timeRows)[keyof typeof timeRows], i: number) => ({
  ...row,
  ...{ id: i + 1, number: 2, title: row === timeRows.deb ? 'Plot' : 'Nozzle', day: week, minutes: 30 },
})
const sheetRow = ({ tenant_id, person_id, project_id }: (typeof timeRows)[keyof typeof timeRows], i: number) => ({
  ...{ id: i + 1, tenant_id, person_id, project_id, week },
})
export const timeEntries = { deb: 1, gus: 2 } as const
export const timeSheets = { deb: 1, gus: 2 } as const

const proposalRows = {
  dev: { id: 1, tenant_id: acme, project_id: projects.website, task_id: tasks.home_page, person_id: dev.id, title: 'Menu' },
  deb: { id: 2, tenant_id: acme, project_id: projects.secret, task_id: tasks.plan, person_id: deb.id, title: 'Twist' },
  gus: { id: 3, tenant_id: globex, project_id: projects.rocket, task_id: tasks.engine, person_id: gus.id, title: 'Fins' },
} as const satisfies Rows<'subtask_proposals'>
export const proposals = idsOf(proposalRows)

const commentRows = {
  dev: { id: 1, tenant_id: acme, task_id: tasks.home_page, author_id: dev.id, text: 'Nearly there.' },
  deb: { id: 2, tenant_id: acme, task_id: tasks.plan, author_id: deb.id, text: 'Psst.' },
  gus: { id: 3, tenant_id: globex, task_id: tasks.engine, author_id: gus.id, text: 'Vroom.' },
} as const satisfies Rows<'comments'>
export const comments = idsOf(commentRows)

const changeRows = {
  deb: { id: 1, tenant_id: acme, project_id: projects.secret, task_id: tasks.plan, person_id: people.max.id },
  gus: { id: 2, tenant_id: globex, project_id: projects.rocket, task_id: tasks.engine, person_id: people.gil.id },
} as const
export const changes = idsOf(changeRows)
const changeRow = (row: (typeof changeRows)[keyof typeof changeRows]) => ({
  ...row,
  ...{ field: 'description', before: 'The plan.', after: 'The secret plan.' },
})

const dependencyRows = {
  deb: { id: 1, tenant_id: acme, project_id: projects.secret, task_id: tasks.plan, blocker_task_id: 987_654 },
  gus: { id: 2, tenant_id: globex, project_id: projects.rocket, task_id: tasks.engine, blocker_task_id: 987_654 },
} as const satisfies Rows<'dependencies'>
/** Each waits for work in the trash. */
export const dependencies = idsOf(dependencyRows)

const templateRows = {
  pam: { id: 1, tenant_id: acme, name: 'Events', description: '', author_id: pam.id },
  gil: { id: 2, tenant_id: globex, name: 'Rockets', description: '', author_id: gil.id },
} as const satisfies Rows<'templates'>
export const templates = idsOf(templateRows)
const templateWork = {
  ...{ tenant_id: acme, template_id: templateRows.pam.id, position: 1, title: 'Book a room', description: '', priority: 'high' },
} as const satisfies Rows<'template_work'>[string]

/** Each content is that of one file. */
const fileRows = {
  dev: { id: 1, tenant_id: acme, content_id: 1, task_id: tasks.home_page, name: 'sketch.png', person_id: dev.id },
  deb: { id: 2, tenant_id: acme, content_id: 2, task_id: tasks.plan, name: 'plan.pdf', person_id: deb.id },
  gus: { id: 3, tenant_id: globex, content_id: 3, task_id: tasks.engine, name: 'noise.wav', person_id: gus.id },
} as const satisfies Rows<'files'>
export const files = idsOf(fileRows)

type FileRow = (typeof fileRows)[keyof typeof fileRows]
/** A green picture of 20 × 10 pixels. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAABQAAAAKCAMAAACDi47UAAAAA1BMVEUzqncb3tbvAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgGG4AAADSAAEFhK0ZAAAAAElFTkSuQmCC'
const bytesOf = ({ name }: FileRow) => (name === 'sketch.png' ? Buffer.from(picture, 'base64') : Buffer.from(`This is ${name}.`))
const objectOf = ({ content_id }: FileRow) => `00000000-0000-4000-8000-00000000000${content_id}`

const contentRow = (file: FileRow) => {
  const { tenant_id, content_id: id, name } = file
  const bytes = bytesOf(file)
  const type = name === 'sketch.png' ? { type: 'image/png', width: 20, height: 10 } : { type: 'text/plain' }
  return { tenant_id, id, sha256: hash('sha256', bytes, 'buffer'), size: bytes.length, object: objectOf(file), ...type }
}

/** Puts the bytes of the scene's files into the store, for tests that read them. */
export async function storeScene(store: FileStore) {
  for (const file of Object.values(fileRows)) {
    const bytes = bytesOf(file)
    await store.put(keyOf(file.tenant_id, objectOf(file)), [bytes], bytes.length)
  }
  for (const { tenant_id, object, bytes } of documentContents) await store.put(keyOf(tenant_id, object), [bytes], bytes.length)
}

const uploadRows = {
  deb: { id: 1, tenant_id: acme, person_id: deb.id, task_id: tasks.plan, name: 'late.txt', size: 4 },
  gus: { id: 2, tenant_id: globex, person_id: gus.id, task_id: tasks.engine, name: 'loud.txt', size: 4 },
} as const satisfies Rows<'uploads'>
export const uploads = idsOf(uploadRows)

function idsOf<const Row extends { id: number }, Key extends string>(rows: Record<Key, Row>) {
  return Object.fromEntries(Object.entries<Row>(rows).map(([key, { id }]) => [key, id])) as Record<Key, Row['id']>
}

/** Inserts the rows as the owner of the database, in one transaction. Workspaces that a test makes have ids from 1001. */
export async function addScene(owner_url: string) {
  const pool = new pg.Pool({ connectionString: owner_url, max: 1 })
  const owner = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const fill = owner.transaction().execute(async (db) => {
    await db.insertInto('tenants').values(Object.entries(tenants).map(tenantRow)).execute()
    await db.insertInto('people').values(Object.entries(people).map(personRow)).execute()
    await db.insertInto('projects').values(Object.values(projectRows)).execute()
    await db.insertInto('project_keys').values(Object.values(projectRows).map(keyRow)).execute()
    await db.insertInto('project_numbers').values(Object.values(projectRows).map(numberRow)).execute()
    await db.insertInto('members').values(Object.values(memberRows)).execute()
    await db.insertInto('chat_rooms').values(Object.values(projectRows).map(roomRow)).execute()
    const shared = Object.values(viewRows).map((view) => ({ ...view, is_shared: true }))
    await db.insertInto('saved_views').values(shared).execute()
    await db.insertInto('project_updates').values(Object.values(updateRows)).execute()
    await db.insertInto('imports').values(Object.values(importRows)).execute()
    await db.insertInto('labels').values(Object.values(labelRows)).execute()
    await db.insertInto('templates').values(Object.values(templateRows)).execute()
    await db.insertInto('template_work').values(templateWork).execute()
    await db.insertInto('tasks').values(Object.values(taskRows)).execute()
    await db.insertInto('task_labels').values(taskLabelRows).execute()
    await db.insertInto('history').values(Object.values(changeRows).map(changeRow)).execute()
    await db.insertInto('dependencies').values(Object.values(dependencyRows)).execute()
    await db.insertInto('file_contents').values(Object.values(fileRows).map(contentRow)).execute()
    await db.insertInto('files').values(Object.values(fileRows)).execute()
    await db.insertInto('uploads').values(Object.values(uploadRows)).execute()
    await addHr(db)
    await db.insertInto('subtasks').values(Object.values(subtaskRows)).execute()
    await db.insertInto('time_entries').values(Object.values(timeRows).map(entryRow)).execute()
    await db.insertInto('time_sheets').values(Object.values(timeRows).map(sheetRow)).execute()
    await db.insertInto('subtask_proposals').values(Object.values(proposalRows)).execute()
    await db.insertInto('comments').values(Object.values(commentRows)).execute()
    await sql`select setval(pg_get_serial_sequence('tenants', 'id'), 1000)`.execute(db)
  })
  await fill.finally(() => owner.destroy())
}

type ProjectRow = (typeof projectRows)[keyof typeof projectRows]
const keyRow = ({ id, tenant_id, key }: ProjectRow) => ({ id, tenant_id, project_id: id, key })
/** The website's work has the numbers 1 to 3, that of the others 1 and 2. */
const numberRow = ({ id, tenant_id }: ProjectRow) => ({ tenant_id, project_id: id, last_number: id === projects.website ? 3 : 2 })

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

const tenantRow = ([name, { trial_days, is_blocked }]: [string, (typeof tenants)[keyof typeof tenants]]) => ({
  name: capitalized(name),
  name_key: name,
  subdomain: name,
  schema: name,
  trial_ends_on: sql<string>`current_date + ${trial_days}::int`,
  is_blocked,
  // On a Monday morning, servers would mail summaries during any test.
  summarised_on: '2999-12-31',
})

const personRow = ([name, { at, ...person }]: [string, (typeof people)[Name]]) => ({
  ...person,
  tenant_id: tenantIdOf(at),
  is_owner: person.role === 'tenant_admin',
  email: `${name}@${at}.test`,
  full_name: capitalized(name),
  job_title: 'Job',
  department: 'Engineering',
  password_hash,
  accepted_at: sql<string>`now()`,
})

const roomRow = ({ id, tenant_id }: (typeof projectRows)[keyof typeof projectRows]) => ({
  id,
  tenant_id,
  room_type: 'PROJECT' as const,
  project_id: id,
})
