import { api, countedWork, type EndangeredItem, type LeaveRequest } from 'contract'
import { useMemo, useState } from 'react'
import { useChange, useData } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { countedItems } from '../../capacity/workload.ts'
import { usePendingWork } from '../../capacity/workloadRead.ts'
import { changeAll, reasonsOf } from '../../tasks/board/bulk.ts'
import { useTaskChanges } from '../../tasks/data/changes.ts'
import { toast } from '../../ui/feedback/toast.tsx'

type Taker = EndangeredItem['takers'][number]
/** A task or subtask, and the person who is to take it over. */
type Takeover = { item: EndangeredItem; taker: Taker }
export type Takeovers = ReadonlyMap<number, Takeover>

/** The work in the viewer's own projects that is due during a leave, less what is being reassigned, and how much there is in others. */
export function useEndangered({ id, person }: LeaveRequest) {
  const { tasks, subtasks, own } = useData(api.capacity.endangered, { params: { leave_id: String(id) } })
  const pending = usePendingWork()
  return useMemo(() => {
    const isLeaving = (item: EndangeredItem) =>
      pending.some(
        ({ id, change: { assigned_to_id } }) => id === item.id && assigned_to_id !== undefined && assigned_to_id !== person.id,
      )
    const ownTasks = own.filter(({ type }) => type === 'task').length
    return {
      own: own.filter((item) => !isLeaving(item)),
      others: { tasks: tasks - ownTasks, subtasks: subtasks - (own.length - ownTasks) },
    }
  }, [tasks, subtasks, own, pending, person.id])
}

/** The chosen takers. None is chosen at first: nobody gets work by an oversight. */
export function useTakeovers() {
  const [takeovers, setTakeovers] = useState<Takeovers>(new Map())
  const choose = (item: EndangeredItem, taker: Taker | undefined) =>
    setTakeovers((before) => {
      const after = new Map(before)
      if (taker) after.set(item.id, { item, taker })
      else after.delete(item.id)
      return after
    })
  const suggest = (items: readonly EndangeredItem[]) =>
    setTakeovers(new Map(items.flatMap((item) => (item.takers[0] ? [[item.id, { item, taker: item.takers[0] }]] : []))))
  return { takeovers, choose, suggest }
}

/** `1 subtask is due`, `1 task and 2 subtasks are due`. */
export const dueInWords = (work: { tasks: number; subtasks: number }) =>
  `${countedWork(work)} ${work.tasks + work.subtasks === 1 ? 'is' : 'are'} due`

/** A function that assigns everything to its taker, and shows the outcome. */
export function useReassignment() {
  const { updateTask, updateSubtask } = useTaskChanges()
  return async (takeovers: Takeovers) => {
    const items = [...takeovers.values()].map(({ item, taker }) => ({ ...item, taker }))
    const { done, refused } = await changeAll(items, ({ type, id, taker }) =>
      (type === 'task' ? updateTask : updateSubtask)(id, { assigned_to_id: taker.id }),
    )
    if (done.length > 0) toast.success(`${countedItems(done)} reassigned.`)
    if (refused.length === 0) return
    const isOne = items.length === 1
    toast.error('Assignment failed. Changes reverted.', {
      autoClose: 10_000,
      reason: isOne ? messageOf(refused[0]?.error, '') || undefined : reasonsOf(refused, items.length),
    })
  }
}

/** A function that tells the managers of the other projects. It answers how many they were, or undefined if that failed. */
export function useTellManagers({ id }: LeaveRequest) {
  const { mutateAsync, isPending } = useChange(api.capacity.tellManagers, { touches: [] })
  const tell = () =>
    mutateAsync({ params: { leave_id: String(id) } }).then(
      ({ told }) => told,
      (error) => {
        toast.error(messageOf(error, 'The managers could not be told.'))
        return undefined
      },
    )
  return { tell, isPending }
}
