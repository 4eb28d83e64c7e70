import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/** What is in a field whose `value` lives in the address: typing never waits for it, and `onTold` hears of it after `ms`. */
export function useTyped(value: string, onTold: (text: string) => void, ms: number) {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const tell = useDebouncedCallback((text: string) => {
    told.current = text
    onTold(text)
  }, ms)

  // Changed from elsewhere, such as by the browser's Back button.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    tell.cancel()
    setTyped(value)
  }, [value, tell])

  return { typed, setTyped, tell }
}
