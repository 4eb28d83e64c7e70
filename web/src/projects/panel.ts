import type { Role } from 'contract'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { storage } from '../api/storage.ts'
import { useMe } from '../session/session.ts'
import { oneOf } from '../ui/hooks/address.ts'
import { useIsNarrow } from '../ui/hooks/useIsNarrow.ts'

const key = 'atrium-project-details'

const views = ['tasks', 'subtasks', 'status', 'calendar', 'charts'] as const
/** The views of a project's work. The tenant admin sees no boards. */
export const viewsOf = (role: Role) => (role === 'tenant_admin' ? (['tasks', 'charts'] as const) : views)

/** The view that an address names. The list, if it names none of this role. */
export const viewIn = (params: URLSearchParams, role: Role) => oneOf(viewsOf(role), params.get('view')) ?? 'tasks'

/**
 * Whether the details of projects are shown: beside the work in a window of more than 62em, else over it. Beside the work, the
 * choice is remembered in this browser, for the list and for the boards. Until somebody chooses, they are open beside the list
 * where it has room enough; boards need the width.
 */
export function usePanel() {
  const isSheet = useIsNarrow(62)
  const isCramped = useIsNarrow(75)
  const [params] = useSearchParams()
  const place = viewIn(params, useMe().role) === 'tasks' ? key : `${key} boards`
  // The latest choices in this tab; those of earlier visits are in the storage.
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({})
  const [isSheetOpen, setSheetOpen] = useState(false)
  const chosen = choices[place] ?? storage.read(place)
  const isBesideOpen = chosen ? chosen === 'open' : !isCramped && place === key
  const isOpen = isSheet ? isSheetOpen : isBesideOpen
  const setOpen = (isWanted: boolean) => {
    if (isSheet) return setSheetOpen(isWanted)
    const choice = isWanted ? 'open' : 'closed'
    storage.write(place, choice)
    setChoices((last) => ({ ...last, [place]: choice }))
  }
  return { isSheet, isOpen, toggle: () => setOpen(!isOpen), close: () => setOpen(false) }
}
