import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { BoardId } from '../../ui/board/types.ts'
import type { WorkItem } from './work.ts'

const nothing: ReadonlySet<BoardId> = new Set()

/** The selected items. Escape clears the selection; items that are no longer shown leave it, as nobody sees them. */
export function useBoardSelection(items: readonly WorkItem[]) {
  const [chosen, choose] = useState(nothing)
  const selected = useMemo(() => shownAmong(chosen, items), [chosen, items])
  const selectedItems = useMemo(() => items.filter(({ id }) => selected.has(id)), [items, selected])
  const add = useCallback((added: readonly WorkItem[]) => {
    choose((before) => new Set([...before, ...added.map(({ id }) => id)]))
  }, [])
  const clear = useCallback(() => choose(nothing), [])
  useEscape(selected.size > 0, clear)
  return { selected, selectedItems, choose, add, clear }
}

function shownAmong(chosen: ReadonlySet<BoardId>, items: readonly WorkItem[]) {
  if (chosen.size === 0) return nothing
  const shown = items.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  return shown.length === chosen.size ? chosen : new Set<BoardId>(shown)
}

/** Calls `leave` on Escape, except where Escape closes or leaves something else. */
function useEscape(isActive: boolean, leave: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if ((event.target as Element).closest('[role="menu"], [role="dialog"], input:not([type="checkbox"]), select, textarea'))
      return
    leave()
  })
  useEffect(() => {
    if (!isActive) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isActive])
}
