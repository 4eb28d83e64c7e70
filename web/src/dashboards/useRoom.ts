import { useCallback, useState } from 'react'
import { storage } from '../api/storage.ts'
import { useMe } from '../session/session.ts'

/**
 * The height in pixels that a part of the dashboard had the last time, until the part has reported the present one; 0 for none. A browser
 * that shows it for the first time begins with `atFirst`.
 */
export function useRoom(part: string, atFirst = 0) {
  const key = `${part} ${useMe().id}`
  const [height, setHeight] = useState(() => Number(storage.read(key) ?? atFirst) || 0)
  const remember = useCallback(
    (measured: number) => {
      storage.write(key, String(measured))
      setHeight(0)
    },
    [key],
  )
  return [height, remember] as const
}
