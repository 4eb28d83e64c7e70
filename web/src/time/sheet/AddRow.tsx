import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, may } from 'contract'
import { useState } from 'react'
import { readOf } from '../../api/data.ts'
import { useMe } from '../../session/session.ts'
import { matcherOf } from '../../ui/list/search.ts'
import { workIdOf } from '../running.ts'
import type { SheetRow } from '../week.ts'

/** Milliseconds after the last key until the server is asked. */
const pause = 120
const mostOffered = 20
const longest = 200

type Props = {
  /** The rows that the sheet has already. */
  rows: readonly SheetRow[]
  add: (row: SheetRow) => void
}

/** Adds a row for a task or subtask, which is found by its key or words of its title. */
export function AddRow({ rows, add }: Props) {
  const [text, setText] = useState('')
  const { offers, isCurrent } = useOffers(text)
  const free = offers.filter((offer) => !rows.some((row) => workIdOf(row) === workIdOf(offer)))
  const choose = (id: string | null) => {
    const row = free.find((row) => String(workIdOf(row)) === id)
    setText('')
    if (row) add(row)
  }
  return (
    <Select
      aria-label="Add a task or subtask"
      placeholder="Add a task or subtask: key or words"
      autoComplete="off"
      maw={440}
      searchable
      value={null}
      data={free.map((row) => ({ value: String(workIdOf(row)), label: `${row.key} ${row.title}` }))}
      // The server has filtered them.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      onChange={choose}
      nothingFoundMessage={isCurrent && text.trim() !== '' ? 'No such task or subtask' : undefined}
    />
  )
}

/** Work that has the text, the developer's own first. */
function useOffers(text: string) {
  const own = useOwn()
  const q = text.trim().slice(0, longest)
  const [typed] = useDebouncedValue(q, pause)
  const query = { q: typed, types: 'tasks,subtasks', limit: String(mostOffered) }
  const { data, isPlaceholderData } = useQuery({
    ...readOf(api.search.search, { query }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const found = (data?.results ?? []).flatMap(({ type, id, key, title, task, project }): SheetRow[] => {
    if (!project) return []
    const place = type === 'tasks' ? { task: id, subtask: null } : task && { task: task.id, subtask: id }
    return place ? [{ ...place, key, title, project: project.id, project_name: project.name }] : []
  })
  const matches = matcherOf(q)
  const known = own.filter(({ key, title }) => matches(`${key} ${title}`))
  const others = q ? found.filter((offer) => !known.some((row) => workIdOf(row) === workIdOf(offer))) : []
  return { offers: [...known, ...others], isCurrent: typed === q && data !== undefined && !isPlaceholderData }
}

/** The developer's work in active projects that is not done. */
function useOwn(): SheetRow[] {
  const isDeveloper = may(useMe().role, api.dashboard.developer)
  const { data } = useQuery({ ...readOf(api.dashboard.developer, {}), enabled: isDeveloper })
  return (data?.active_projects ?? [])
    .filter(({ is_active }) => is_active)
    .flatMap(({ id: project, name: project_name, own_tasks, tasks }) =>
      [
        ...own_tasks.map((work) => ({ work, task: work.id, subtask: null })),
        ...tasks.flatMap((task) => task.subtasks.map((work) => ({ work, task: task.id, subtask: work.id }))),
      ]
        .filter(({ work }) => work.status !== 'done')
        .map(({ work: { key, title }, ...place }) => ({ ...place, key, title, project, project_name })),
    )
}
