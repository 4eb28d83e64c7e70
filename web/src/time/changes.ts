import { type Args, api, type TimeEntry } from 'contract'
import { useMemo } from 'react'
import { queueable, useChange } from '../api/data.ts'
import { clockOf } from './duration.ts'

/** The reads that show entries. */
export const timeReads = [api.time.week, api.time.ofSubtask, api.time.ofTask]

type NewEntry = Args<typeof api.time.create>['body']
type EntryChange = Args<typeof api.time.update>['body']

const wordsOf = ({ day, minutes, note }: EntryChange) =>
  [minutes === undefined ? '' : clockOf(minutes), day ?? '', note ?? ''].filter(Boolean).join(' · ') || undefined

for (const create of [api.time.create, api.time.createOnTask])
  queueable(create, ({ body }) => ({ about: 'Time spent', text: wordsOf(body) }))
queueable(api.time.update, ({ body }) => ({ about: 'Change of time spent', text: wordsOf(body) }))

/** The changes of one's own time; each rejects when the server refuses it. */
export function useTimeChanges() {
  const { mutateAsync: create } = useChange(api.time.create, { touches: timeReads })
  const { mutateAsync: createOnTask } = useChange(api.time.createOnTask, { touches: timeReads })
  const { mutateAsync: update } = useChange(api.time.update, { touches: timeReads })
  const { mutateAsync: remove } = useChange(api.time.remove, { touches: timeReads })
  return useMemo(
    () => ({
      addTime: ({ task, subtask }: Pick<TimeEntry, 'task' | 'subtask'>, body: NewEntry) =>
        subtask === null
          ? createOnTask({ params: { task_id: String(task) }, body })
          : create({ params: { subtask_id: String(subtask) }, body }),
      changeTime: (entry_id: number, body: EntryChange) => update({ params: { entry_id: String(entry_id) }, body }),
      removeTime: (entry_id: number) => remove({ params: { entry_id: String(entry_id) } }),
    }),
    [create, createOnTask, update, remove],
  )
}
