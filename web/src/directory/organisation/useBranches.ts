import { useMemo, useState } from 'react'
import type { OrganisationNode } from './tree.ts'

/** Up to so many people, the whole tree is open at first. */
const mostOpen = 60
/** Levels that are open at first in a larger one: the people of those at the top are seen, and theirs are not. */
const openLevels = 1

function idsIn(nodes: readonly OrganisationNode[], levels = Number.POSITIVE_INFINITY): number[] {
  if (levels === 0) return []
  return nodes.flatMap(({ person, reports }) => (reports.length ? [person.id, ...idsIn(reports, levels - 1)] : []))
}

type Options = {
  roots: readonly OrganisationNode[]
  search: string
  /** The managers, direct or not, of the people whom the search finds. */
  path: ReadonlySet<number>
}

/** Which branches are open. A search opens those on its paths, until the person closes them again. */
export function useBranches({ roots, search, path }: Options) {
  const all = useMemo(() => idsIn(roots), [roots])
  const atFirst = useMemo(() => {
    const count = roots.reduce((sum, { below }) => sum + 1 + below, 0)
    return new Set(count <= mostOpen ? all : idsIn(roots, openLevels))
  }, [roots, all])
  const [chosen, setChosen] = useState<{ search: string; isOpen: ReadonlyMap<number, boolean> }>({ search, isOpen: new Map() })
  const isSearchNew = chosen.search !== search

  const isOpen = (id: number) => {
    const choice = chosen.isOpen.get(id)
    if (path.has(id) && (isSearchNew || choice === undefined)) return true
    return choice ?? atFirst.has(id)
  }
  const setOpen = (ids: readonly number[], isWanted: boolean) => {
    const kept = [...chosen.isOpen].filter(([id]) => !(isSearchNew && path.has(id)))
    setChosen({ search, isOpen: new Map([...kept, ...ids.map((id) => [id, isWanted] as const)]) })
  }
  return {
    isOpen,
    toggle: (id: number) => setOpen([id], !isOpen(id)),
    openAll: () => setOpen(all, true),
    closeAll: () => setOpen(all, false),
    isAllOpen: all.every(isOpen),
  }
}
