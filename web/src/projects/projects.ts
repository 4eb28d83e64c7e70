import { useQuery, useQueryClient, useSuspenseQueries } from '@tanstack/react-query'
import { api, type Project, type Result } from 'contract'
import { useMemo, useState } from 'react'
import { call, Refused } from '../api/call.ts'
import { keyOf, useChange, useData, usePending } from '../api/data.ts'
import { applyAnswer } from '../live/apply.ts'
import { matcherOf } from '../ui/list/search.ts'
import { dueOf } from '../ui/text/dates.ts'

export type ProjectChange = Partial<Omit<Project, 'id' | 'members' | 'created_at'>>

/** What shows a project, or the name and state that it lends to its tasks, as answers and news put them there. */
const shows = [api.projects.list, api.projects.get, api.tasks.list, api.tasks.get, api.projects.tasks]
/** What counts its work, or lists it in a way of its own. */
const touches = [api.members.myDevelopers, api.dashboard.developer]

const pageSize = 1000
const most = { limit: String(pageSize) }

/** Every project that this person sees, the newest first, ahead of the server by what is under way. */
export function useProjects() {
  const { count, results } = useData(api.projects.list, { query: most })
  const more = useSuspenseQueries({ queries: furtherPages(count), combine: listed })
  const pending = useChangesUnderWay()
  return useMemo(() => [...results, ...more].map((project) => drawn(project, pending)), [results, more, pending])
}

type Page = Result<typeof api.projects.list>

/** What the first answer had no room for. */
const furtherPages = (count: number) =>
  Array.from({ length: Math.max(0, Math.ceil(count / pageSize) - 1) }, (_, i) => {
    const args = { query: { ...most, offset: String((i + 1) * pageSize) } }
    return {
      queryKey: keyOf(api.projects.list, args),
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<Page> => call(api.projects.list, args, signal),
    }
  })

const listed = (pages: readonly { data: Page }[]) => pages.flatMap(({ data }) => data.results)

/** One project, ahead of the server by what is under way. */
export function useProject(project_id: string) {
  const project = useData(api.projects.get, { params: { project_id } })
  const pending = useChangesUnderWay()
  return useMemo(() => drawn(project, pending), [project, pending])
}

/** The project as far as it is known without asking: as it was last read by itself, else as the list had it. `isMissing` also once it was taken away. */
export function useKnownProject(project_id: string) {
  const client = useQueryClient()
  const args = { params: { project_id } }
  const queryKey = keyOf(api.projects.get, args)
  useState(() => {
    if (client.getQueryData(queryKey)) return
    const listKey = keyOf(api.projects.list, { query: most })
    const list = client.getQueryData<Page>(listKey)
    const project = list?.results.find(({ id }) => String(id) === project_id)
    // As old as the list, so that it is asked for again.
    if (project) client.setQueryData(queryKey, project, { updatedAt: client.getQueryState(listKey)?.dataUpdatedAt ?? 0 })
  })
  const { data, error } = useQuery({ queryKey, queryFn: ({ signal }) => call(api.projects.get, args, signal), enabled: false })
  return { project: data, isMissing: error instanceof Refused && error.status === 404 }
}

type Pending = { changes: readonly { id: number; change: ProjectChange }[]; goneMembers: readonly number[] }

function useChangesUnderWay(): Pending {
  const changes = usePending(api.projects.update)
  const removals = usePending(api.members.remove)
  return useMemo(
    () => ({
      // The bodies were made of this type; the contract's input type is wider.
      changes: changes.map(({ params, body }) => ({ id: Number(params.project_id), change: body as ProjectChange })),
      goneMembers: removals.map(({ params }) => Number(params.member_id)),
    }),
    [changes, removals],
  )
}

/** The project with the changes drawn over it that are still under way. One that is not touched stays the same object. */
export function drawn(project: Project, { changes, goneMembers }: Pending): Project {
  const ours = changes.filter(({ id }) => id === project.id)
  const members = project.members.filter(({ id }) => !goneMembers.includes(id))
  if (ours.length === 0 && members.length === project.members.length) return project
  return Object.assign({ ...project, members }, ...ours.map(({ change }) => change))
}

/** Changes a project. It rejects when it is refused. */
export function useChangeProject({ id }: Pick<Project, 'id'>) {
  const client = useQueryClient()
  const { mutateAsync } = useChange(api.projects.update, {
    touches,
    shows,
    onAnswer: (project) => applyAnswer(client, { type: 'changed', project }),
  })
  return (body: ProjectChange) => mutateAsync({ params: { project_id: String(id) }, body })
}

export const developersOf = ({ members }: Project) => members.filter(({ role }) => role === 'developer')
export const managerOf = ({ members }: Project) => members.find(({ role }) => role === 'project_manager')?.employee

/** How late it is, or how near its end: in words, while it is still to be completed. Nothing is said of an end further away. */
export function endOf({ end_date, status }: Pick<Project, 'end_date' | 'status'>, today: string) {
  if (!end_date || status === 'completed') return undefined
  const { tone, words } = dueOf(end_date, today)
  return tone === 'later' ? undefined : { isOverdue: tone === 'overdue', words: words.replace('Due', 'Ends') }
}

/** Those in whose name, description or manager every word occurs. */
export function matching(projects: readonly Project[], search: string) {
  if (!search.trim()) return projects
  const matches = matcherOf(search)
  return projects.filter((project) => matches(`${project.name} ${project.description} ${managerOf(project)?.full_name ?? ''}`))
}
