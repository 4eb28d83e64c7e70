// For tests: searches as a person, and everything that this person can read through the other calls.
import assert from 'node:assert/strict'
import type { ChatMessage, ChatRoom, ChatUser, Project, SearchResult, SearchType, Task } from 'contract'
import type { Name, testApp } from '../testing/world.ts'

export type SearchPage = {
  count: number
  next: string | null
  previous: string | null
  counts: Record<SearchType, number>
  at_least: SearchType[]
  results: SearchResult[]
}

/** A row's type, id and texts. */
export type Readable = { key: string; text: string }
export const keyOf = ({ type, id }: { type: SearchType; id: number }) => `${type} ${id}`

type App = Pick<Awaited<ReturnType<typeof testApp>>, 'as'>

export function searcher({ as }: App) {
  async function find(who: Name, q: string, filters: Record<string, string | number> = {}): Promise<SearchPage> {
    const { status, body } = await as(who)(`GET /api/search/?${new URLSearchParams({ q, ...filters } as Record<string, string>)}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  /** The answer to a read, or nothing if this person's role may not make the call. */
  async function read<T>(who: Name, route: string): Promise<T[]> {
    const { status, body } = await as(who)(route)
    assert.ok(status === 200 || status === 403, `${route}: ${status}`)
    return status === 200 ? (body.results ?? body) : []
  }

  async function readable(who: Name): Promise<Readable[]> {
    const [projects, people, tasks, rooms] = await Promise.all([
      read<Project>(who, 'GET /api/projects/?limit=1000'),
      read<ChatUser>(who, 'GET /api/users/'),
      read<Task>(who, 'GET /api/tasks/?limit=1000'),
      read<ChatRoom>(who, 'GET /api/chat-rooms/'),
    ])
    const messages = await Promise.all(rooms.map(({ id }) => read<ChatMessage>(who, `GET /api/chat-rooms/${id}/messages/`)))
    const row = (type: SearchType, id: number, ...texts: string[]) => ({ key: keyOf({ type, id }), text: texts.join(' ') })
    return [
      ...projects.map(({ id, name, description }) => row('projects', id, name, description)),
      ...people.map(({ id, full_name }) => row('people', id, full_name)),
      ...tasks.flatMap(({ id, title, description, subtasks, comments, files }) => [
        row('tasks', id, title, description),
        ...subtasks.map((subtask) => row('subtasks', subtask.id, subtask.title, subtask.description)),
        ...comments.map((comment) => row('comments', comment.id, comment.text)),
        ...files.map((file) => row('files', file.id, file.name)),
      ]),
      ...messages
        .flat()
        .flatMap(({ id, content, files = [] }) => [
          row('messages', id, content),
          ...files.map((file) => row('files', file.id, file.name)),
        ]),
    ]
  }
  return { find, readable }
}
