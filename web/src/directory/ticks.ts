import { useQueryClient } from '@tanstack/react-query'
import { api, type Checklist, type ChecklistItem, type PersonRecord } from 'contract'
import { useMemo } from 'react'
import { useChange, usePending } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { withPending } from '../api/pending.ts'
import { useMe } from '../session/session.ts'
import { quick, toast } from '../ui/feedback/toast.tsx'

/** Ticks an item of a checklist, or takes the tick away. */
export function useTick() {
  const client = useQueryClient()
  const show = (checklist: Checklist) =>
    client.setQueriesData<PersonRecord>(
      { queryKey: [api.directory.get.route] },
      (record) => record && withChecklist(record, checklist),
    )
  const { mutateAsync } = useChange(api.checklists.setItem, {
    touches: [api.checklists.mine],
    shows: [api.directory.get],
    onAnswer: show,
  })
  return async ({ id }: { id: number }, is_done: boolean) => {
    try {
      await mutateAsync({ params: { item_id: String(id) }, body: { is_done } })
    } catch (error) {
      toast.error(messageOf(error, 'The item could not be changed.'), quick)
    }
  }
}

const withChecklist = (record: PersonRecord, checklist: Checklist): PersonRecord =>
  record.checklists?.some(({ id }) => id === checklist.id)
    ? { ...record, checklists: record.checklists.map((each) => (each.id === checklist.id ? checklist : each)) }
    : record

/** The items with the ticks that the server has not confirmed. */
export function useItemsWithPending(items: readonly ChecklistItem[]) {
  const { id, name } = useMe()
  const ticks = usePending(api.checklists.setItem)
  return useMemo(
    () =>
      withPending(items, {
        changes: ticks.map(({ params, body }) => ({
          id: Number(params.item_id),
          change: body.is_done
            ? { done_at: new Date().toISOString(), done_by: { id, full_name: name } }
            : { done_at: null, done_by: null },
        })),
      }),
    [items, ticks, id, name],
  )
}
