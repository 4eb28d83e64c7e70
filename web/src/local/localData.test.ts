import 'fake-indexeddb/auto'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { type Args, api, type Endpoint, type Me, type Result, workspaceRoles } from 'contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient, keyOf, readOf } from '../api/data.ts'
import { LocalDatabase } from './database.ts'
import { forgetLocalData, forgetLocalProject, openLocalData, ownLocalData } from './localData.ts'

const tenant = {
  name: 'Acme',
  subdomain: 'acme',
  timezone: 'UTC',
  on_trial: false,
  open_until: null,
  is_open: true,
  first_day: 1 as const,
  accent: 'teal' as const,
}
const person = (id: number, role: Me['role'] = 'project_manager'): Me => ({
  id,
  name: `Person ${id}`,
  email: `${id}@acme.test`,
  role,
  is_owner: false,
  employee: null,
  tenant,
})
const ann = person(1)
const bob = person(2)

const database = new LocalDatabase()
const kept = async () => (await database.readAll())?.reads.map(({ text }) => text) ?? []
/** Waits until every read is answered, and what was written before is in the database. */
const settle = async () => {
  do await new Promise((resolve) => setTimeout(resolve))
  while (clients.some((client) => client.isFetching() > 0))
  await database.readAll()
}
/** Lets the page write, as it does when it is hidden. */
const write = async () => {
  window.dispatchEvent(new Event('pagehide'))
  await settle()
}

let answers: Record<string, { status: number; body?: unknown; etag?: string }> = {}
let requests: { url: string; etag: string | undefined }[] = []
const closes: (() => void)[] = []
const clients: QueryClient[] = []

beforeEach(async () => {
  await database.clear()
  answers = {}
  requests = []
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers?: Record<string, string> }) => {
    const { status, body, etag } = answers[url] ?? { status: 404 }
    requests.push({ url, etag: headers?.['if-none-match'] })
    if (etag && headers?.['if-none-match'] === etag) return new Response(null, { status: 304, headers: { etag } })
    return new Response(JSON.stringify(body ?? {}), { status, headers: etag ? { etag } : {} })
  })
})
afterEach(() => {
  for (const close of closes.splice(0)) close()
  clients.length = 0
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A page that is opened: `who` has the session. */
async function openPage(who: Me | null, release = 'one') {
  const client = createClient()
  clients.push(client)
  const drawnAs = await openLocalData(client, release)
  if (who) await ownLocalData(client, who)
  const show = <E extends Endpoint>(endpoint: E, args: Args<E>) => {
    const observer = new QueryObserver<Result<E>>(client, { ...readOf(endpoint, args), retry: false })
    const drawn = observer.getCurrentResult().data
    closes.push(observer.subscribe(() => {}))
    return { drawn, observer }
  }
  return { client, drawnAs, show }
}

const project = (id: number, name = `Project ${id}`) => ({ id, name })
const list = (...results: { id: number }[]) => ({ count: results.length, next: null, previous: null, results })
const projectArgs = (id: number) => ({ params: { project_id: String(id) } })

/** Opens a page that reads two projects, and closes it. */
async function readProjects(who: Me) {
  answers['/api/projects/1/'] = { status: 200, body: project(1), etag: 'W/"one"' }
  answers['/api/projects/2/'] = { status: 200, body: project(2), etag: 'W/"two"' }
  answers['/api/projects/'] = { status: 200, body: list(project(1), project(2)) }
  const { show } = await openPage(who)
  show(api.projects.get, projectArgs(1))
  show(api.projects.get, projectArgs(2))
  show(api.projects.list, { query: {} })
  await settle()
  await write()
  for (const close of closes.splice(0)) close()
  requests = []
}

test('a page is drawn from the last answer, and asks the server for what has changed since', async () => {
  await readProjects(ann)
  const { drawnAs, show } = await openPage(null)
  expect(drawnAs?.name).toBe('Person 1')
  const { drawn, observer } = show(api.projects.get, projectArgs(1))
  expect(drawn).toEqual(project(1))
  await settle()
  expect(requests).toEqual([{ url: '/api/projects/1/', etag: 'W/"one"' }])
  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', fetchStatus: 'idle', data: project(1) })
})

test('a read that is too long for the device is not kept, and neither is what it was before', async () => {
  await readProjects(ann)
  const { client, show } = await openPage(ann)
  show(api.projects.get, projectArgs(1))
  await settle()
  client
    .getQueryCache()
    .find({ queryKey: keyOf(api.projects.get, projectArgs(1)) })
    ?.setState({ data: project(1, 'long '.repeat(700_000)) })
  await write()
  expect((await kept()).filter((text) => text.startsWith('{"id":1,'))).toEqual([])
  expect((await kept()).join()).toContain('Project 2')
})

test('what an event has changed is kept, and then read in full', async () => {
  await readProjects(ann)
  const { client, show } = await openPage(ann)
  show(api.projects.get, projectArgs(1))
  await settle()
  client
    .getQueryCache()
    .find({ queryKey: keyOf(api.projects.get, projectArgs(1)) })
    ?.setState({ data: project(1, 'Renamed') })
  await write()
  requests = []
  const { show: showAgain } = await openPage(ann)
  expect(showAgain(api.projects.get, projectArgs(1)).drawn).toEqual(project(1, 'Renamed'))
  expect(requests).toEqual([{ url: '/api/projects/1/', etag: undefined }])
})

test.each([
  ['another person', () => openPage(bob)],
  ['another role of the same person', () => openPage(person(1, 'developer'))],
  ['another release', () => openPage(ann, 'two')],
])('%s finds nothing', async (_, open) => {
  await readProjects(ann)
  const { show } = await open()
  expect(show(api.projects.get, projectArgs(1)).drawn).toBeUndefined()
  await settle()
  expect((await kept()).join()).not.toContain('Project 2')
})

test('after the end of a session nothing is left, and a page that is still open keeps nothing more', async () => {
  await readProjects(ann)
  const { client, show } = await openPage(ann)
  forgetLocalData(client)
  show(api.projects.get, projectArgs(1))
  await settle()
  await write()
  expect(await database.readAll()).toBeUndefined()
})

test('what still changes on the screen after a log-out is not kept for the next person', async () => {
  await readProjects(ann)
  const { client, show } = await openPage(ann)
  show(api.projects.get, projectArgs(1))
  await settle()
  forgetLocalData(client)
  client
    .getQueryCache()
    .find({ queryKey: keyOf(api.projects.get, projectArgs(1)) })
    ?.setState({ data: project(1, 'Renamed') })
  await ownLocalData(client, bob)
  await write()
  expect(await kept()).toEqual([])
})

test('another release draws nobody’s page', async () => {
  await readProjects(ann)
  expect((await openPage(null, 'two')).drawnAs).toBeUndefined()
})

/** Holds the reading of the database back until the returned function is called. */
function delayDatabase() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { readAll } = LocalDatabase.prototype
  vi.spyOn(LocalDatabase.prototype, 'readAll').mockImplementation(async function (this: LocalDatabase) {
    await promise
    return readAll.call(this)
  })
  return resolve
}

test('a database that is slow to open is waited for while the server has not answered', async () => {
  await readProjects(ann)
  const open = delayDatabase()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const page = openPage(null)
  await vi.advanceTimersByTimeAsync(9000)
  open()
  const { drawnAs, show } = await page
  expect(drawnAs?.name).toBe('Person 1')
  expect(show(api.projects.get, projectArgs(1)).drawn).toEqual(project(1))
})

test('a database that opens long after the server’s answer is not drawn', async () => {
  await readProjects(ann)
  const open = delayDatabase()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const client = createClient()
  const localPerson = openLocalData(client, 'one')
  const owned = ownLocalData(client, ann)
  await vi.advanceTimersByTimeAsync(500)
  await owned
  open()
  await localPerson
  const observer = new QueryObserver(client, { ...readOf(api.projects.get, projectArgs(1)), retry: false })
  expect(observer.getCurrentResult().data).toBeUndefined()
})

test('another tab that has not noticed the log-out writes nothing', async () => {
  const tab = await openPage(ann)
  await readProjects(ann)
  forgetLocalData((await openPage(ann)).client)
  await ownLocalData((await openPage(bob)).client, bob)
  tab.show(api.projects.get, projectArgs(1))
  await settle()
  await write()
  expect(await kept()).toEqual([])
})

test('data of a session that must have ended is not drawn', async () => {
  await readProjects(ann)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 8 * 24 * 60 * 60 * 1000)
  expect((await openPage(null)).drawnAs).toBeUndefined()
})

test.each([403, 404])('a read that is refused (%d) is no longer drawn, and its project is deleted', async (status) => {
  await readProjects(ann)
  answers['/api/projects/1/'] = { status }
  const { show } = await openPage(ann)
  const { drawn, observer } = show(api.projects.get, projectArgs(1))
  expect(drawn).toEqual(project(1))
  await settle()
  expect(observer.getCurrentResult()).toMatchObject({ status: 'error', data: undefined })
  await write()
  expect(await kept()).toEqual([JSON.stringify(project(2))])
})

test('a read that fails while the browser is online is no longer drawn, but kept for the next time', async () => {
  await readProjects(ann)
  answers['/api/projects/1/'] = { status: 500 }
  const { show } = await openPage(ann)
  const { drawn, observer } = show(api.projects.get, projectArgs(1))
  expect(drawn).toEqual(project(1))
  await settle()
  expect(observer.getCurrentResult()).toMatchObject({ status: 'error', data: undefined })
  await write()
  expect(await kept()).toContain(JSON.stringify(project(1)))
})

test('without a connection, a read that fails stays drawn', async () => {
  await readProjects(ann)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  answers['/api/projects/1/'] = { status: 500 }
  const { show } = await openPage(ann)
  const { observer } = show(api.projects.get, projectArgs(1))
  await settle()
  expect(observer.getCurrentResult().data).toEqual(project(1))
})

test('what could not be read without a connection stays drawn while it is read with one', async () => {
  await readProjects(ann)
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  answers['/api/projects/1/'] = { status: 500 }
  const { client, show } = await openPage(ann)
  const { observer } = show(api.projects.get, projectArgs(1))
  await settle()
  // A pending change is shown meanwhile.
  client.setQueryData(keyOf(api.projects.get, projectArgs(1)), project(1, 'Renamed'))
  await observer.refetch()
  onLine.mockReturnValue(true)
  answers['/api/projects/1/'] = { status: 200, body: project(1, 'Renamed') }
  const read = observer.refetch()
  expect(observer.getCurrentResult()).toMatchObject({ fetchStatus: 'fetching', data: project(1, 'Renamed') })
  expect((await read).data).toEqual(project(1, 'Renamed'))
})

test('a project that is missing from the list of all is deleted', async () => {
  await readProjects(ann)
  answers['/api/projects/'] = { status: 200, body: list(project(2)) }
  const { show } = await openPage(ann)
  show(api.projects.list, { query: {} })
  await settle()
  expect(show(api.projects.get, projectArgs(1)).drawn).toBeUndefined()
  await write()
  expect((await kept()).join()).not.toContain('Project 1')
  expect((await kept()).join()).toContain('Project 2')
})

test('a project that the server reports as gone is deleted, with its saved views', async () => {
  await readProjects(ann)
  answers['/api/projects/1/views/'] = { status: 200, body: list({ id: 7 }) }
  const { client, show } = await openPage(ann)
  show(api.views.list, { ...projectArgs(1), query: {} })
  await settle()
  await write()
  expect(await kept()).toContain(JSON.stringify(list({ id: 7 })))
  forgetLocalProject(client, 1)
  await write()
  expect(await kept()).toEqual([JSON.stringify(project(2))])
})

test('what only administrators, HR or the platform see, and what is paid, is not kept', () => {
  const keptReads = Object.values<Record<string, Endpoint>>(api)
    .flatMap((endpoints) => Object.values(endpoints))
    .filter(({ is_kept_on_device }) => is_kept_on_device)
  expect(keptReads.map(({ route }) => route)).toEqual([
    'GET /api/pictures/',
    'GET /api/projects/',
    'GET /api/projects/:project_id/',
    'GET /api/projects/:project_id/tasks/',
    'GET /api/my-developers/',
    'GET /api/projects/:project_id/views/',
    'GET /api/projects/:project_id/updates/',
    'GET /api/tasks/',
    'GET /api/tasks/:task_id/',
    'GET /api/directory/',
    'GET /api/locations/',
    'GET /api/leave-types/',
    'GET /api/labels/',
    'GET /api/developer-dashboard/',
    'GET /api/project-health/',
    'GET /api/attention/',
    'GET /api/unassigned/',
  ])
  for (const { access, host, route } of keptReads) {
    expect(host, route).toBe('workspace')
    const beyondAdministration = workspaceRoles.filter((role) => role !== 'tenant_admin' && role !== 'hr')
    expect(Array.isArray(access) && beyondAdministration.some((role) => access.includes(role)), route).toBe(true)
  }
})

test('nothing of the people of the platform is kept', async () => {
  const { tenant: _, ...superAdmin } = person(3, 'super_admin')
  await openPage(superAdmin)
  await settle()
  expect(await database.readAll()).toBeUndefined()
})
