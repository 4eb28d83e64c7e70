import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, type Result } from 'contract'
import { readOf } from '../../api/data.ts'
import { isTask, type WorkItem } from '../board/work.ts'

export type OfferedWork = Result<typeof api.references.work>[number]

/** Milliseconds after the last key until the server is asked. */
const pause = 120
/** Characters. The server takes no more. */
const longest = 100
const none: readonly OfferedWork[] = []

type Wanted = { work: WorkItem; project_id: number; text: string }

/** Work of the project whose key or title has the text, an exact number first. `isCurrent` once it is for the text as it is now. */
export function useOfferedWork({ work, project_id, text }: Wanted) {
  const q = text.trim().slice(0, longest)
  const [typed] = useDebouncedValue(q, pause)
  const query = { project: String(project_id), q: typed }
  const { data = none, isPlaceholderData } = useQuery({
    ...readOf(api.references.work, { query }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
  const isExact = ({ key }: OfferedWork) => Number(key.toUpperCase() === q.toUpperCase() || key.endsWith(`-${q}`))
  const offers = data.filter((offer) => isWorthOffering(work, offer)).toSorted((a, b) => isExact(b) - isExact(a))
  return { offers, isCurrent: typed === q && !isPlaceholderData && data !== none }
}

/** Nothing waits for itself, twice for the same, a task for its parts or a subtask for its task. */
function isWorthOffering(work: WorkItem, { key, task_id, subtask_id }: OfferedWork) {
  if (work.blocked_by.some((blocker) => blocker.key === key)) return false
  return isTask(work) ? task_id !== work.id : subtask_id !== work.id && (subtask_id !== null || task_id !== work.task)
}
