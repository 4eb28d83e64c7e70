import { useIsMutating } from '@tanstack/react-query'
import type { Task } from 'contract'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useRemoteChangeCount } from '../../live/highlights.ts'
import { useHeld } from '../../ui/list/useHeld.ts'
import { byId, inOrderOf, useSteady } from '../../ui/list/useSteady.ts'
import type { Entry } from './groups.ts'

/**
 * Rows that keep their places while the person is at them, until they change something themselves. `all` has the rows that are
 * filtered out, too. Spread `hold` on the element around the rows.
 */
export function useSteadyRows<R extends { id: number }>(matching: readonly R[], all: readonly R[]) {
  const merge = useCallback(
    (shown: readonly R[], latest: readonly R[]) => {
      const rowsById = byId(all)
      return inOrderOf(shown, latest, (row) => rowsById.get(row.id) ?? row)
    },
    [all],
  )
  return useHeldList(matching, merge)
}

/** Like `useSteadyRows`, for tasks in groups: a task also stays in its group. */
export function useSteadyEntries(matching: readonly Entry[], all: readonly Task[]) {
  const merge = useCallback(
    (shown: readonly Entry[], latest: readonly Entry[]) => {
      const tasksById = byId(all)
      const shownTasks = new Set(shown.map(({ task }) => task.id))
      return [
        ...shown.map((entry) => ({ ...entry, task: tasksById.get(entry.task.id) ?? entry.task })),
        ...latest.filter(({ task }) => !shownTasks.has(task.id)),
      ]
    },
    [all],
  )
  return useHeldList(matching, merge)
}

function useHeldList<R>(matching: readonly R[], merge: (shown: readonly R[], latest: readonly R[]) => readonly R[]) {
  const root = useRef<HTMLDivElement>(null)
  const { isHeld, hold } = useHeld(root)
  const [isCardHeld, onHold] = useState(false)
  const isSaving = useIsMutating() > 0
  const shown = useSteady(matching, { isHeld: (isHeld && !isSaving) || isCardHeld, merge, others: useRemoteChangeCount() })
  const ref = useMemo(() => ({ ref: root }), [])
  return { shown, root, hold: { ...hold, ...ref }, onHold }
}
