import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

type Props = {
  label: string
  /** `YYYY-MM-DD`, or empty. */
  value: string
  onDate: (date: string) => void
  error?: string | undefined
  className?: string | undefined
}

/** A calendar day whose `value` lives in the address: typing never waits for it, and a year half typed is not told. */
export function DateField({ value, onDate, ...looks }: Props) {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const tell = useDebouncedCallback((date: string) => {
    told.current = date
    onDate(date)
  }, 200)

  // Changed from elsewhere, such as by the browser's Back button.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    tell.cancel()
    setTyped(value)
  }, [value, tell])

  return (
    <TextInput
      {...looks}
      type="date"
      max="9999-12-31"
      value={typed}
      onChange={({ currentTarget: { value: date, validity } }) => {
        setTyped(date)
        if (!validity.badInput && (date === '' || date >= '1900')) tell(date)
      }}
    />
  )
}
