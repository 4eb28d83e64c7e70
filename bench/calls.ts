import type { makeRooms } from './rooms-scene.ts'
import type { Scene } from './scene.ts'

export type Sent = { method: 'GET' | 'POST' | 'PATCH'; path: string; headers: Record<string, string>; body?: string }

export const names = [
  'log-in',
  'list',
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

/** One call that is measured, in variants that are numbered from 0. */
export type Call = {
  name: Name
  /** The database role that its SQL needs. */
  group: 'atrium_workspace' | 'atrium_platform'
  request: (variant: number) => Sent
  /** The variants that this connection sends in turn. */
  variantsOf: (connection: number) => number[]
  /** The values of this variant that stand in its SQL, by the names of the pgbench variables that take their place. */
  named: (variant: number) => Record<string, string | number>
  /** What pgbench does first in each transaction to choose a variant. */
  choose: string[]
}

/** The account of a log-in is its connection's own: a limit on failures counts attempts until they turn out well. */
export function callsOf(scene: Scene, encoding: string): Call[] {
  const { host, domain, cookies, password, tenant_id, tasks, subtasks, labels, dev, logins } = scene
  const anybody = { host, 'accept-encoding': encoding }
  const headers = { ...anybody, cookie: cookies.manager }
  const json = { ...headers, 'content-type': 'application/json' }
  const platform = { ...anybody, host: domain, cookie: cookies.owner }
  const emailOf = (n: number) => `login${n}@bench.test`
  const keyOf = (n: number) => `login ${tenant_id} ${emailOf(n)}`
  const guessesOf = (person: number) => `guesses ${tenant_id} ${person}`
  const always = { variantsOf: () => [0], named: () => ({}), choose: [] }
  const read = (name: Name, path: string, sent = headers, group: Call['group'] = 'atrium_workspace'): Call => ({
    name,
    group,
    request: () => ({ method: 'GET', path, headers: sent }),
    ...always,
  })
  const anyTask = {
    variantsOf: () => someOf(tasks.count),
    named: (n: number) => ({ task: tasks.first + n }),
    choose: [`\\set task random(${tasks.first}, ${tasks.first + tasks.count - 1})`],
  }

  return [
    {
      name: 'log-in',
      group: 'atrium_workspace',
      request: (n) => ({
        method: 'POST',
        path: '/api/token/',
        headers: { ...anybody, 'content-type': 'application/json' },
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
    },
    read('list', `/api/tasks/?project=${scene.project_id}`),
    read('list-plain', `/api/tasks/?project=${scene.plain_id}`),
    read('page', `/api/tasks/?project=${scene.many_id}&limit=50`),
    read('parents', `/api/projects/${scene.many_id}/tasks/`),
    read('dashboard', '/api/developer-dashboard/', { ...headers, cookie: cookies.developer }),
    {
      name: 'one',
      group: 'atrium_workspace',
      request: (n) => ({ method: 'GET', path: `/api/tasks/${tasks.first + n}/`, headers }),
      ...anyTask,
    },
    {
      name: 'create',
      group: 'atrium_workspace',
      request: () => ({
        method: 'POST',
        path: '/api/tasks/',
        headers: json,
        body: JSON.stringify({
          project: scene.inbox_id,
          title: 'Find out why the export is slow',
          description: 'It took two minutes for a customer with 800 orders.',
          priority: 'high',
          due_date: '2099-12-31',
          assigned_to: dev,
          label_ids: labels.slice(0, 2),
        }),
      }),
      ...always,
    },
    {
      name: 'patch',
      group: 'atrium_workspace',
      request: (n) => ({
        method: 'PATCH',
        path: `/api/subtasks/${subtasks.first + n}/`,
        headers: json,
        // Reopening a done one takes more statements.
        body: JSON.stringify({ status: 'done' }),
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
        headers: json,
        body: JSON.stringify({
          content_type: 'task',
          object_id: tasks.first + n,
          text: 'Two of the three are done, the last one needs a hand.',
        }),
      }),
      ...anyTask,
    },
    read('overview', '/api/tenants/', platform, 'atrium_platform'),
    read('overview-all', '/api/super-admin-dashboard/', platform, 'atrium_platform'),
  ]
}

/** The list of chat rooms, as anybody may ask for it and as our pages do: of 20 rooms of 18 people, and of one of 1,000. */
export function roomCallsOf({ host, inRooms, inHall }: Awaited<ReturnType<typeof makeRooms>>): Call[] {
  const always = { variantsOf: () => [0], named: () => ({}), choose: [] }
  const read = (name: Name, cookie: string, query: string): Call => ({
    name,
    group: 'atrium_workspace',
    request: () => ({
      method: 'GET',
      path: `/api/chat-rooms/${query}`,
      headers: { host, 'accept-encoding': 'gzip, deflate, br, zstd', cookie },
    }),
    ...always,
  })
  return [
    read('rooms', inRooms, ''),
    read('rooms-own', inRooms, '?participants=own'),
    read('hall', inHall, ''),
    read('hall-own', inHall, '?participants=own'),
  ]
}

const someOf = (count: number) => Array.from({ length: 64 }, () => Math.floor(Math.random() * count))
