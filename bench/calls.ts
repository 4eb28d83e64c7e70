import type { makeRooms } from './rooms-scene.ts'
import type { Scene } from './scene.ts'

export type Sent = { method: 'GET' | 'POST' | 'PATCH'; path: string; headers: Record<string, string>; body?: string }

export const names = ['log-in', 'list', 'one', 'create', 'patch', 'rooms', 'rooms-own', 'hall', 'hall-own'] as const
type Name = (typeof names)[number]

/** One call that is measured, in variants that are numbered from 0. */
export type Call = {
  name: Name
  request: (variant: number) => Sent
  /** The variants that this connection sends in turn. */
  variantsOf: (connection: number) => number[]
  /** The values of this variant that stand in its SQL, by the names of the pgbench variables that take their place. */
  named: (variant: number) => Record<string, string | number>
  /** What pgbench does first in each transaction to choose a variant. */
  choose: string[]
}

/** The account of a log-in is its connection's own: a limit on failures counts attempts until they turn out well. */
export function callsOf({
  host,
  cookie,
  password,
  tenant_id,
  tasks,
  subtasks,
  project_id,
  inbox_id,
  labels,
  dev,
  logins,
}: Scene): Call[] {
  // What Chrome asks for.
  const anybody = { host, 'accept-encoding': 'gzip, deflate, br, zstd' }
  const headers = { ...anybody, cookie }
  const json = { ...headers, 'content-type': 'application/json' }
  const emailOf = (n: number) => `login${n}@bench.test`
  const keyOf = (n: number) => `login ${tenant_id} ${emailOf(n)}`
  const guessesOf = (person: number) => `guesses ${tenant_id} ${person}`
  const always = { variantsOf: () => [0], named: () => ({}), choose: [] }

  return [
    {
      name: 'log-in',
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
    { name: 'list', request: () => ({ method: 'GET', path: `/api/tasks/?project=${project_id}`, headers }), ...always },
    {
      name: 'one',
      request: (n) => ({ method: 'GET', path: `/api/tasks/${tasks.first + n}/`, headers }),
      variantsOf: () => someOf(tasks.count),
      named: (n) => ({ task: tasks.first + n }),
      choose: [`\\set task random(${tasks.first}, ${tasks.first + tasks.count - 1})`],
    },
    {
      name: 'create',
      request: () => ({
        method: 'POST',
        path: '/api/tasks/',
        headers: json,
        body: JSON.stringify({
          project: inbox_id,
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
  ]
}

/** The list of chat rooms, as anybody may ask for it and as our pages do: of 20 rooms of 18 people, and of one of 1,000. */
export function roomCallsOf({ host, inRooms, inHall }: Awaited<ReturnType<typeof makeRooms>>): Call[] {
  const always = { variantsOf: () => [0], named: () => ({}), choose: [] }
  const read = (name: Name, cookie: string, query: string): Call => ({
    name,
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
