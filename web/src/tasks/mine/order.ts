import { useCallback, useMemo, useState } from 'react'
import { storage } from '../../api/storage.ts'
import { useMe } from '../../session/session.ts'

type Stored = { date: string; ids: number[] }

function read(key: string): Stored | undefined {
  try {
    const stored: Stored | null = JSON.parse(storage.read(key) ?? 'null')
    return stored && Array.isArray(stored.ids) ? stored : undefined
  } catch {
    return undefined
  }
}

/** The order in which a person wants to work today, in this browser. Tomorrow starts afresh. */
export function useOrder(today: string) {
  const key = `atrium-order ${useMe().id}`
  const [stored, setStored] = useState(() => read(key))
  const ids = stored?.date === today ? stored.ids : none
  const setOrder = useCallback(
    (ids: number[]) => {
      const next = { date: today, ids }
      storage.write(key, JSON.stringify(next))
      setStored(next)
    },
    [key, today],
  )
  return useMemo(() => [ids, setOrder] as const, [ids, setOrder])
}

const none: number[] = []

/** The ids with one of them moved before another, or to the end. */
export function moved(ids: readonly number[], id: number, before: number | undefined) {
  if (id === before) return [...ids]
  const others = ids.filter((other) => other !== id)
  const at = before === undefined ? others.length : others.indexOf(before)
  return at < 0 ? [...ids] : others.toSpliced(at, 0, id)
}

/** The ids with one of them so many places later, or earlier for a negative number. */
export function shifted(ids: readonly number[], id: number, by: number) {
  const at = ids.indexOf(id)
  const others = ids.filter((other) => other !== id)
  return at < 0 ? [...ids] : others.toSpliced(Math.max(0, Math.min(others.length, at + by)), 0, id)
}
