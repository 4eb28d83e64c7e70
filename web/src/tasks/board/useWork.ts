import { useMemo } from 'react'
import { useNow } from '../../session/today.ts'
import { oneOf, useAddress } from '../../ui/hooks/address.ts'
import { useFilters } from '../filters/useFilters.ts'
import { useSteadyRows } from '../list/useSteadyRows.ts'
import { type BoardView, shownOnBoard, sorts } from './board.ts'
import type { WorkItem } from './work.ts'

/**
 * The part of these items that a board shows, by the filters and the order in the address. `isDoneShown` is what holds until somebody chooses
 * whether to see what is done. Spread `hold` on the element around it.
 */
export function useWork<T extends WorkItem>(all: readonly T[], { isDoneShown = false } = {}) {
  const { view, put } = useBoardView(isDoneShown)
  const state = useFilters()
  const now = useNow()
  const found = useMemo(() => shownOnBoard(all, state.filters, { ...view, now }), [all, state.filters, view, now])
  return { all, state, view, put, ...useSteadyRows(found, all) }
}

function useBoardView(isDoneShown: boolean) {
  const [params, put] = useAddress()
  const sort = oneOf(sorts, params.get('sort')) ?? 'status'
  const showsCompleted = params.has('completed') ? params.get('completed') === '1' : isDoneShown
  const view = useMemo<BoardView>(() => ({ sort, showsCompleted }), [sort, showsCompleted])
  return { view, put }
}
