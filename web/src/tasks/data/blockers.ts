// Work that waits for other work of its project. See docs/decisions/068-dependencies.md.
import { useQueryClient } from '@tanstack/react-query'
import { api, type Blocker, type Task } from 'contract'
import { useMemo } from 'react'
import { useChange, usePending } from '../../api/data.ts'
import { isTask, type WorkItem } from '../board/work.ts'
import { taskReads as shows, taskCache } from './cache.ts'

type Waiting = Pick<Task, 'status' | 'blocked_by'>

/** The blockers that are not done. Work that is done itself waits for nothing. */
export const openBlockers = ({ status, blocked_by }: Waiting): readonly Blocker[] =>
  status === 'done' ? [] : blocked_by.filter((blocker) => blocker.status !== 'done')

const listed = new Intl.ListFormat('en-GB')
const mostNamed = 3

/** `Blocked by WEB-17 and WEB-18`. Of more than three, the rest is counted. */
export function blockedWords(blockers: readonly Pick<Blocker, 'key'>[]) {
  const keys = blockers.map(({ key }) => key)
  const rest = keys.length - mostNamed
  return `Blocked by ${listed.format(rest > 0 ? [...keys.slice(0, mostNamed), `${rest} more`] : keys)}`
}

/** The changes of what a task or subtask waits for; each rejects when the server refuses it. */
export function useBlockerChanges(work: WorkItem) {
  const client = useQueryClient()
  const cache = useMemo(() => taskCache(client), [client])
  const { mutateAsync: blockTask } = useChange(api.dependencies.ofTask, { touches: [], shows, onAnswer: cache.putTask })
  const { mutateAsync: blockSubtask } = useChange(api.dependencies.ofSubtask, { touches: [], shows, onAnswer: cache.putTask })
  const { mutateAsync: unblock } = useChange(api.dependencies.remove, {
    touches: [],
    shows,
    onAnswer: (_, { params }) => cache.removeBlocker(Number(params.blocker_id)),
  })
  const id = String(work.id)
  return {
    addBlocker: (key: string) =>
      isTask(work)
        ? blockTask({ params: { task_id: id }, body: { blocked_by: key } })
        : blockSubtask({ params: { subtask_id: id }, body: { blocked_by: key } }),
    removeBlocker: (blocker: Blocker) => unblock({ params: { blocker_id: String(blocker.id) } }),
  }
}

/** The blockers of the work, without those that are being removed. */
export function useBlockers({ blocked_by }: WorkItem): readonly Blocker[] {
  const removals = usePending(api.dependencies.remove)
  return blocked_by.filter(({ id }) => !removals.some(({ params }) => Number(params.blocker_id) === id))
}
