import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, may } from 'contract'
import { useState } from 'react'
import { readOf } from '../../api/data.ts'
import { useMe } from '../../session/session.ts'
import { matcherOf } from '../../ui/list/search.ts'
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

/** Adds a row for a subtask, which is found by its key or words of its title. */
export function AddRow({ rows, add }: Props) {
  const [text, setText] = useState('')
  const { offers, isCurrent } = useOffers(text)
  const free = offers.filter(({ subtask }) => !rows.some((row) => row.subtask === subtask))
  const choose = (id: string | null) => {
    const row = free.find(({ subtask }) => String(subtask) === id)
    setText('')
    if (row) add(row)
  }
  return (
    <Select
      aria-label="Add a subtask"
      placeholder="Add a subtask: key or words"
      autoComplete="off"
      maw={440}
      searchable
      value={null}
      data={free.map(({ subtask, key, title }) => ({ value: String(subtask), label: `${key} ${title}` }))}
      // The server has filtered them.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      onChange={choose}
      nothingFoundMessage={isCurrent && text.trim() !== '' ? 'No such subtask' : undefined}
    />
  )
}

/** Subtasks that have the text, the developer's own first. */
function useOffers(text: string) {
  const own = useOwn()
  const q = text.trim().slice(0, longest)
  const [typed] = useDebouncedValue(q, pause)
  const query = { q: typed, types: 'subtasks', limit: String(mostOffered) }
  const { data, isPlaceholderData } = useQuery({
    ...readOf(api.search.search, { query }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const found = (data?.results ?? []).flatMap(({ id, key, title, task, project }): SheetRow[] =>
    task && project ? [{ subtask: id, key, title, task: task.id, project: project.id, project_name: project.name }] : [],
  )
  const matches = matcherOf(q)
  const known = own.filter(({ key, title }) => matches(`${key} ${title}`))
  const others = q ? found.filter(({ subtask }) => !known.some((row) => row.subtask === subtask)) : []
  return { offers: [...known, ...others], isCurrent: typed === q && data !== undefined && !isPlaceholderData }
}

/** The developer's subtasks in active projects that are not done. */
function useOwn(): SheetRow[] {
  const isDeveloper = may(useMe().role, api.dashboard.developer)
  const { data } = useQuery({ ...readOf(api.dashboard.developer, {}), enabled: isDeveloper })
  return (data?.active_projects ?? [])
    .filter(({ is_active }) => is_active)
    .flatMap((project) =>
      project.tasks.flatMap((task) =>
        task.subtasks
          .filter(({ status }) => status !== 'done')
          .map(({ id, key, title }) => ({
            subtask: id,
            key,
            title,
            task: task.id,
            project: project.id,
            project_name: project.name,
          })),
      ),
    )
}
