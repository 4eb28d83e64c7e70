import { useCallback, useState } from 'react'
import { storage } from '../api/storage.ts'
import { useMe } from '../session/session.ts'

/** The height in pixels that a part of the dashboard had the last time, until the part has reported the present one; 0 for none. */
export function useRoom(part: string) {
  const key = `${part} ${useMe().id}`
  const [height, setHeight] = useState(() => Number(storage.read(key)) || 0)
  const remember = useCallback(
    (measured: number) => {
      if (measured > 0) storage.write(key, String(measured))
      else storage.remove(key)
      setHeight(0)
    },
    [key],
  )
  return [height, remember] as const
}
