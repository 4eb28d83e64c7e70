import { api, type EndangeredSubtask, type LeaveRequest } from 'contract'
import { useMemo, useState } from 'react'
import { useChange, useData, usePending } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { changeAll, reasonsOf } from '../../tasks/board/bulk.ts'
import { useTaskChanges } from '../../tasks/data/changes.ts'
import { toast } from '../../ui/feedback/toast.tsx'

type Taker = EndangeredSubtask['takers'][number]
/** A subtask and the person who is to take it over. */
type Takeover = { subtask: EndangeredSubtask; taker: Taker }
export type Takeovers = ReadonlyMap<number, Takeover>

/** What is due during a leave: the viewer's own subtasks, less those that are being reassigned, and how many others there are. */
export function useEndangered({ id, person }: LeaveRequest) {
  const { count, subtasks } = useData(api.capacity.endangered, { params: { leave_id: String(id) } })
  const pending = usePending(api.subtasks.update)
  return useMemo(() => {
    const isLeaving = (subtask: EndangeredSubtask) =>
      pending.some(
        ({ params, body }) =>
          Number(params.subtask_id) === subtask.id && body.assigned_to_id !== undefined && body.assigned_to_id !== person.id,
      )
    return { own: subtasks.filter((subtask) => !isLeaving(subtask)), others: count - subtasks.length }
  }, [count, subtasks, pending, person.id])
}

/** The chosen takers. None is chosen at first: nobody gets work by an oversight. */
export function useTakeovers() {
  const [takeovers, setTakeovers] = useState<Takeovers>(new Map())
  const choose = (subtask: EndangeredSubtask, taker: Taker | undefined) =>
    setTakeovers((before) => {
      const after = new Map(before)
      if (taker) after.set(subtask.id, { subtask, taker })
      else after.delete(subtask.id)
      return after
    })
  const suggest = (subtasks: readonly EndangeredSubtask[]) =>
    setTakeovers(
      new Map(subtasks.flatMap((subtask) => (subtask.takers[0] ? [[subtask.id, { subtask, taker: subtask.takers[0] }]] : []))),
    )
  return { takeovers, choose, suggest }
}

/** `1 subtask`, `3 subtasks`. */
export const countedSubtasks = (count: number) => `${count} ${count === 1 ? 'subtask' : 'subtasks'}`

/** A function that assigns each subtask to its taker, and shows the outcome. */
export function useReassignment() {
  const { updateSubtask } = useTaskChanges()
  return async (takeovers: Takeovers) => {
    const items = [...takeovers.values()].map(({ subtask, taker }) => ({ ...subtask, taker }))
    const { done, refused } = await changeAll(items, ({ id, taker }) => updateSubtask(id, { assigned_to_id: taker.id }))
    if (done.length > 0) toast.success(`${countedSubtasks(done.length)} reassigned.`)
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
