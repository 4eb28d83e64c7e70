import type { makeRooms } from './rooms-scene.ts'
import type { Scene } from './scene.ts'

export type Sent = { method: 'GET' | 'POST' | 'PATCH' | 'PUT'; path: string; headers: Record<string, string>; body?: string }

export const names = [
  'log-in',
  'list',
  'list-304',
  'list-plain',
  'page',
  'parents',
  'dashboard',
  'one',
  'create',
  'patch',
  'comment',
  'overview',
  'overview-all',
  'rooms',
  'rooms-own',
  'hall',
  'hall-own',
] as const
type Name = (typeof names)[number]

/** A measured call, in variants that are numbered from 0. */
export type Call = {
  name: Name
  /** The database role that its SQL needs. */
  group: 'atrium_workspace' | 'atrium_platform'
  request: (variant: number) => Sent
  /** The variants that this connection sends in turn. */
  variantsOf: (connection: number) => number[]
  /** The values of this variant in its SQL, by the names of the pgbench variables that replace them. */
  named: (variant: number) => Record<string, string | number>
  /** The commands by which pgbench chooses a variant in each transaction. */
  choose: string[]
  /** Asks for the answer only if it has changed, which it has not. */
  isKnown?: true
}

type Headers = Sent['headers']

export function callsOf(scene: Scene, encoding: string): Call[] {
  const { host, domain, cookies } = scene
  const anybody = { host, 'accept-encoding': encoding }
  const manager = { ...anybody, cookie: cookies.manager }
  const platform = { ...anybody, host: domain, cookie: cookies.owner }
  return [
    logIn(scene, { ...anybody, 'content-type': 'application/json' }),
    read('list', `/api/tasks/?project=${scene.project_id}`, manager),
    { ...read('list-304', `/api/tasks/?project=${scene.project_id}`, manager), isKnown: true },
    read('list-plain', `/api/tasks/?project=${scene.plain_id}`, manager),
    read('page', `/api/tasks/?project=${scene.many_id}&limit=50`, manager),
    read('parents', `/api/projects/${scene.many_id}/tasks/`, manager),
    read('dashboard', '/api/developer-dashboard/', { ...anybody, cookie: cookies.developer }),
    {
      name: 'one',
      group: 'atrium_workspace',
      request: (n) => ({ method: 'GET', path: `/api/tasks/${scene.tasks.first + n}/`, headers: manager }),
      ...anyTask(scene),
    },
    ...writes(scene, { ...manager, 'content-type': 'application/json' }),
    { ...read('overview', '/api/tenants/', platform), group: 'atrium_platform' },
    { ...read('overview-all', '/api/super-admin-dashboard/', platform), group: 'atrium_platform' },
  ]
}

/** Reads the list of chat rooms with all participants and as our pages do, with 20 rooms of 18 people and with one of 1,000. */
export function roomCallsOf({ host, inRooms, inHall }: Awaited<ReturnType<typeof makeRooms>>): Call[] {
  const headersOf = (cookie: string) => ({ host, 'accept-encoding': 'gzip, deflate, br, zstd', cookie })
  return [
    read('rooms', '/api/chat-rooms/', headersOf(inRooms)),
    read('rooms-own', '/api/chat-rooms/?participants=own', headersOf(inRooms)),
    read('hall', '/api/chat-rooms/', headersOf(inHall)),
    read('hall-own', '/api/chat-rooms/?participants=own', headersOf(inHall)),
  ]
}

const always = { variantsOf: () => [0], named: () => ({}), choose: [] }

const read = (name: Name, path: string, headers: Headers): Call => ({
  name,
  group: 'atrium_workspace',
  request: () => ({ method: 'GET', path, headers }),
  ...always,
})

const anyTask = ({ tasks }: Scene) => ({
  variantsOf: () => someOf(tasks.count),
  named: (n: number) => ({ task: tasks.first + n }),
  choose: [`\\set task random(${tasks.first}, ${tasks.first + tasks.count - 1})`],
})

/** Each connection has its own account: concurrent attempts on one would exceed the limit on failures. */
function logIn({ tenant_id, logins, password }: Scene, headers: Headers): Call {
  const emailOf = (n: number) => `login${n}@bench.test`
  const keyOf = (n: number) => `login ${tenant_id} ${emailOf(n)}`
  const guessesOf = (person: number) => `guesses ${tenant_id} ${person}`
  return {
    name: 'log-in',
    group: 'atrium_workspace',
    request: (n) => ({
      method: 'POST',
      path: '/api/token/',
      headers,
      body: JSON.stringify({ email: emailOf(n), password }),
    }),
    variantsOf: (connection) => [connection % logins.count],
    named: (n) => ({ email: emailOf(n), key: keyOf(n), guesses: guessesOf(logins.first + n), person: logins.first + n }),
    choose: [
      `\\set person ${logins.first} + :client_id`,
      '\\if :is_ready',
      '\\else',
      `select e as email, 'login ${tenant_id} ' || e as key, 'guesses ${tenant_id} ' || :person as guesses from concat('login', :client_id::int, '@bench.test') e \\gset`,
      '\\set is_ready 1',
      '\\endif',
    ],
  }
}

function writes(scene: Scene, headers: Headers): Call[] {
  const { subtasks, tasks } = scene
  const task = {
    project: scene.inbox_id,
    title: 'Find out why the export is slow',
    description: 'It took two minutes for a customer with 800 orders.',
    priority: 'high',
    due_date: '2099-12-31',
    assigned_to: scene.dev,
    label_ids: scene.labels.slice(0, 2),
  }
  const text = 'Two of the three are done, the last one needs a hand.'
  return [
    {
      name: 'create',
      group: 'atrium_workspace',
      request: () => ({ method: 'POST', path: '/api/tasks/', headers, body: JSON.stringify(task) }),
      ...always,
    },
    {
      name: 'patch',
      group: 'atrium_workspace',
      // Always a change: one that changes nothing is not recorded.
      request: (n) => ({
        method: 'PATCH',
        path: `/api/subtasks/${subtasks.first + n}/`,
        headers,
        body: JSON.stringify({ title: `Step ${Math.random()}` }),
      }),
      variantsOf: () => someOf(subtasks.count),
      named: (n) => ({ subtask: subtasks.first + n }),
      choose: [`\\set subtask random(${subtasks.first}, ${subtasks.first + subtasks.count - 1})`],
    },
    {
      name: 'comment',
      group: 'atrium_workspace',
      request: (n) => ({
        method: 'POST',
        path: '/api/comments/',
        headers,
        body: JSON.stringify({ content_type: 'task', object_id: tasks.first + n, text }),
      }),
      ...anyTask(scene),
    },
  ]
}

const someOf = (count: number) => Array.from({ length: 64 }, () => Math.floor(Math.random() * count))
