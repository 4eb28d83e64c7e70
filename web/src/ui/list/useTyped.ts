import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/** The text of a field for a value in the address. Typing shows at once; `onChange` is called `ms` milliseconds after the last key. */
export function useTyped(value: string, onChange: (text: string) => void, ms: number) {
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  const report = useDebouncedCallback((text: string) => {
    reported.current = text
    onChange(text)
  }, ms)

  // The address changed otherwise, such as by the browser's Back button.
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    report.cancel()
    setTyped(value)
  }, [value, report])

  return { typed, setTyped, report }
}
