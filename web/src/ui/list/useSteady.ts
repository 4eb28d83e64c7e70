import { useLayoutEffect, useRef } from 'react'

type Row = { id: number }

type Options<T> = {
  /** Everything that there is, shown or not. */
  all: readonly T[]
  /** Whether somebody is at the rows. */
  isHeld: boolean
  /** Another one whenever somebody else has changed something. */
  others: number
}

/** The rows, but while somebody is at them, nothing that others change moves one or takes it away; it shows in its place. */
export function useSteady<T extends Row>(now: readonly T[], { all, isHeld, others }: Options<T>): readonly T[] {
  const kept = useRef({ now, others })
  const isSteady = isHeld && kept.current.others !== others
  useLayoutEffect(() => {
    if (!isSteady) kept.current = { now, others }
  })
  return isSteady ? inPlace(kept.current.now, now, all) : now
}

/** The rows of before in their order, each as it is now; one that is gone stays as it was, and new ones come last. */
function inPlace<T extends Row>(before: readonly T[], now: readonly T[], all: readonly T[]): readonly T[] {
  const newest = new Map(all.map((row) => [row.id, row]))
  const known = new Set(before.map(({ id }) => id))
  return [...before.map((row) => newest.get(row.id) ?? row), ...now.filter(({ id }) => !known.has(id))]
}
