import { useIsMutating } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useRemoteChangeCount } from '../../live/highlights.ts'
import { useHeld } from '../../ui/list/useHeld.ts'
import { useSteady } from '../../ui/list/useSteady.ts'

/** Rows that stay where they are while somebody is at them, until they change something themselves. Spread `hold` around them. */
export function useSteadyRows<T extends { id: number }>(now: readonly T[], all: readonly T[]) {
  const root = useRef<HTMLDivElement>(null)
  const { isHeld, hold } = useHeld(root)
  const [hasCard, onHold] = useState(false)
  const isActing = useIsMutating() > 0
  const shown = useSteady(now, { all, isHeld: (isHeld && !isActing) || hasCard, others: useRemoteChangeCount() })
  const parts = useMemo(() => ({ ref: root }), [])
  return { shown, hold: { ...hold, ...parts }, onHold }
}
