import { useQuery } from '@tanstack/react-query'
import { api } from 'contract'
import { useEffect, useMemo, useState } from 'react'
import { readOf } from '../api/data.ts'
import { awayInWords } from '../directory/away.ts'
import { useToday } from '../session/today.ts'
import { idle } from '../ui/idle.ts'

/** Events tell when there is another answer. */
const staleTime = Number.POSITIVE_INFINITY

/** The words about people who are away, by their ids. The directory is read once the chat is there: nobody waits for it. */
export function useAway(): ReadonlyMap<number, string> {
  const today = useToday()
  const isIdle = useIsIdle()
  const { data } = useQuery({ ...readOf(api.directory.list, {}), staleTime, enabled: isIdle })
  return useMemo(
    () =>
      new Map(
        data?.flatMap(({ id, away_until }) => {
          const words = awayInWords(away_until, today)
          return words ? [[id, words] as const] : []
        }),
      ),
    [data, today],
  )
}

function useIsIdle() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let isMounted = true
    void idle().then(() => isMounted && setIdle(true))
    return () => {
      isMounted = false
    }
  }, [])
  return isIdle
}
