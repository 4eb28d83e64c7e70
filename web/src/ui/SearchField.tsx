import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

type Props = { label: string; value: string; onSearch: (text: string) => void; className?: string | undefined }

/** A search whose `value` lives in the address: typing never waits for it, and does not flood the history. */
export function SearchField({ label, value, onSearch, className }: Props) {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const input = useRef<HTMLInputElement>(null)
  const tell = useDebouncedCallback((text: string) => {
    told.current = text
    onSearch(text)
  }, 120)
  const change = (text: string) => {
    setTyped(text)
    tell(text)
  }

  // Changed from elsewhere, such as by the browser's Back button.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    tell.cancel()
    setTyped(value)
  }, [value, tell])

  return (
    <TextInput
      ref={input}
      className={className}
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed && (
          <CloseButton
            size="sm"
            aria-label="Clear search"
            onClick={() => {
              change('')
              input.current?.focus()
            }}
          />
        )
      }
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
