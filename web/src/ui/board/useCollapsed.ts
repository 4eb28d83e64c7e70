import { useMemo, useState } from 'react'
import { storage } from '../../api/storage.ts'
import type { BoardId } from './types.ts'

/** Which columns are collapsed. This browser remembers them under the key; without one, no column collapses. */
export function useCollapsed(key: string | undefined) {
  const [collapsed, setCollapsed] = useState(() => remembered(key))
  return useMemo(() => {
    if (key === undefined) return undefined
    const toggle = (column: BoardId) => {
      const next = new Set(collapsed)
      if (!next.delete(String(column))) next.add(String(column))
      setCollapsed(next)
      if (next.size > 0) storage.write(key, JSON.stringify([...next]))
      else storage.remove(key)
    }
    return { isCollapsed: (column: BoardId) => collapsed.has(String(column)), toggle }
  }, [key, collapsed])
}

function remembered(key: string | undefined): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse((key && storage.read(key)) || '[]')
    return new Set(Array.isArray(ids) ? ids.map(String) : [])
  } catch {
    return new Set()
  }
}
