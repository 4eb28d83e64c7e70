import { useLayoutEffect, useMemo, useRef } from 'react'

type Options<T> = {
  /** The person has the pointer or the focus on what is shown. */
  isHeld: boolean
  /** The latest content in the places of what is shown. Memoized. */
  merge: (shown: T, latest: T) => T
  /** Changes whenever somebody else makes a change. If given, one's own changes move rows at once. */
  others?: number
}

/** The latest value. While it is held, changes show in place: nothing moves or disappears. */
export function useSteady<T>(latest: T, { isHeld, merge, others }: Options<T>): T {
  const last = useRef({ value: latest, others })
  const isSteady = isHeld && (others === undefined || last.current.others !== others)
  const value = useMemo(() => (isSteady ? merge(last.current.value, latest) : latest), [isSteady, latest, merge])
  useLayoutEffect(() => {
    last.current = { value, others: isSteady ? last.current.others : others }
  })
  return value
}

type Row = { id: number }

/** The rows in the order of `shown`, each merged with its latest version; new ones come last. */
export function inOrderOf<R extends Row>(
  shown: readonly R[],
  latest: readonly R[],
  merge: (row: R, latest: R | undefined) => R,
): R[] {
  const latestById = byId(latest)
  const shownIds = idsOf(shown)
  return [...shown.map((row) => merge(row, latestById.get(row.id))), ...latest.filter(({ id }) => !shownIds.has(id))]
}

export const byId = <R extends Row>(rows: readonly R[]) => new Map(rows.map((row) => [row.id, row]))

export const idsOf = (rows: readonly Row[]) => new Set(rows.map(({ id }) => id))
