import { useQuery } from '@tanstack/react-query'
import { api } from 'contract'
import { useEffect, useLayoutEffect, useState } from 'react'
import { readOf } from '../api/data.ts'
import { idle } from '../ui/idle.ts'
import { showPictures } from '../ui/pictures.ts'

/**
 * Shows who has a picture, while somebody is logged in. What the device knows is shown with the first paint; the server is asked once
 * the page is there. `isConfirmed`: the server knows the session.
 */
export function Pictures({ isConfirmed }: { isConfirmed: boolean }) {
  const [isCalm, setCalm] = useState(false)
  useEffect(() => {
    let isGone = false
    void idle().then(() => !isGone && setCalm(true))
    return () => {
      isGone = true
    }
  }, [])
  const { data } = useQuery({ ...readOf(api.pictures.list, {}), enabled: isCalm && isConfirmed })
  useLayoutEffect(() => showPictures(data), [data])
  useLayoutEffect(() => () => showPictures(), [])
  return null
}
