import { useQueryClient, useSuspenseQueries } from '@tanstack/react-query'
import { api, type Project, type Result } from 'contract'
import type { CheckBoxChange } from 'contract/markdown'
import { useMemo } from 'react'
import { readOf, suspending, useChange, useData, usePending } from '../api/data.ts'
import { useKnown } from '../api/known.ts'
import { withPending, withTick } from '../api/pending.ts'
import { applyAnswer } from '../live/sync.ts'
import { matcherOf } from '../ui/list/search.ts'
import { dueOf } from '../ui/text/dates.ts'
import './live.ts'

export type ProjectChange = Partial<Omit<Project, 'id' | 'members' | 'created_at'>> & {
  check_box?: CheckBoxChange
  /** The texts that the person began with. */
  edited_from?: { name?: string; description?: string }
}

/** The reads that show a project, or its name and state on its tasks; answers and live events update them in place. */
const shows = [api.projects.list, api.projects.get, api.tasks.list, api.tasks.get, api.projects.tasks]
/** The reads that count or list its work in their own shape, and so are fetched again. */
const touches = [api.members.myDevelopers, api.dashboard.developer]

const pageSize = 1000
const firstPage = { limit: String(pageSize) }

/** Every project that this person sees with the pending changes, the newest first. */
export function useProjects() {
  const { count, results } = useData(api.projects.list, { query: firstPage })
  const more = useSuspenseQueries({ queries: furtherPages(count), combine: rowsIn })
  const pending = usePendingChanges()
  return useMemo(() => withPendingChanges([...results, ...more], pending), [results, more, pending])
}

type Page = Result<typeof api.projects.list>

/** The queries for the pages after the first. */
const furtherPages = (count: number) =>
  Array.from({ length: Math.max(0, Math.ceil(count / pageSize) - 1) }, (_, i) =>
    suspending(readOf(api.projects.list, { query: { ...firstPage, offset: String((i + 1) * pageSize) } })),
  )

const rowsIn = (pages: readonly { data: Page }[]) => pages.flatMap(({ data }) => data.results)

/** One project with the pending changes. */
export function useProject(project_id: string) {
  const project = useData(api.projects.get, { params: { project_id } })
  const pending = usePendingChanges()
  return useMemo(() => withPendingChanges([project], pending)[0] ?? project, [project, pending])
}

/** The project as it was last read, without a request, with the pending changes. */
export function useKnownProject(project_id: string) {
  const { row, isMissing } = useKnown(api.projects.get, {
    args: { params: { project_id } },
    id: project_id,
    list: api.projects.list,
  })
  const pending = usePendingChanges()
  return { row: useMemo(() => row && withPendingChanges([row], pending)[0], [row, pending]), isMissing }
}

type PendingChanges = { changes: readonly { id: number; change: ProjectChange }[]; removedMembers: readonly number[] }

function usePendingChanges(): PendingChanges {
  const changes = usePending(api.projects.update)
  const removals = usePending(api.members.remove)
  return useMemo(
    () => ({
      // The bodies were built from this type; the contract's input type is wider.
      changes: changes.map(({ params, body }) => ({ id: Number(params.project_id), change: body as ProjectChange })),
      removedMembers: removals.map(({ params }) => Number(params.member_id)),
    }),
    [changes, removals],
  )
}

/** The projects with the pending changes of them and their members. */
export const withPendingChanges = (
  projects: readonly Project[],
  { changes, removedMembers }: PendingChanges,
): readonly Project[] =>
  withPending(projects, { changes, show: changed }).map((project) => {
    const members = withPending(project.members, { removed: removedMembers })
    return members === project.members ? project : { ...project, members: [...members] }
  })

const changed = (project: Project, { check_box, edited_from: _, ...fields }: ProjectChange): Project => ({
  ...withTick(project, check_box),
  ...fields,
})

/** The function that changes a project; it rejects when the server refuses. */
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

/** How overdue a project is or how near its end, in words; undefined for a completed one and for a later end. */
export function endOf({ end_date, status }: Pick<Project, 'end_date' | 'status'>, today: string) {
  if (!end_date || status === 'completed') return undefined
  const { tone, words } = dueOf(end_date, today)
  return tone === 'later' ? undefined : { isOverdue: tone === 'overdue', words: words.replace('Due', 'Ends') }
}

/** The projects with every word of the search in their name, description or manager. */
export function matching(projects: readonly Project[], search: string) {
  if (!search.trim()) return projects
  const matches = matcherOf(search)
  return projects.filter((project) => matches(`${project.name} ${project.description} ${managerOf(project)?.full_name ?? ''}`))
}
