import { useIsMutating } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useRemoteChangeCount } from '../../live/highlights.ts'
import { useHeld } from '../../ui/list/useHeld.ts'
import { byId, inOrderOf, useSteady } from '../../ui/list/useSteady.ts'

/**
 * Rows that keep their places while the person is at them, until they change something themselves. `all` has the rows that are
 * filtered out, too. Spread `hold` on the element around the rows.
 */
export function useSteadyRows<R extends { id: number }>(matching: readonly R[], all: readonly R[]) {
  const root = useRef<HTMLDivElement>(null)
  const { isHeld, hold } = useHeld(root)
  const [isCardHeld, onHold] = useState(false)
  const isSaving = useIsMutating() > 0
  const merge = useCallback(
    (shown: readonly R[], latest: readonly R[]) => {
      const rowsById = byId(all)
      return inOrderOf(shown, latest, (row) => rowsById.get(row.id) ?? row)
    },
    [all],
  )
  const shown = useSteady(matching, { isHeld: (isHeld && !isSaving) || isCardHeld, merge, others: useRemoteChangeCount() })
  const ref = useMemo(() => ({ ref: root }), [])
  return { shown, hold: { ...hold, ...ref }, onHold }
}
