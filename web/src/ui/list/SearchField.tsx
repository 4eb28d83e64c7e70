import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { useShortcuts } from '../hooks/shortcuts.ts'
import { useTyped } from './useTyped.ts'

type Props = {
  label: string
  value: string
  onSearch: (text: string) => void
  size?: 'xs' | 'sm'
  className?: string | undefined
}

/** A search field for a value in the address, which it updates 120 ms after the last key. */
export function SearchField({ label, value, onSearch, size = 'sm', className }: Props) {
  const { typed, setTyped, report } = useTyped(value, onSearch, 120)
  const input = useRef<HTMLInputElement>(null)
  useShortcuts([{ keys: 'f', label: label.replace(/\.+$/, ''), run: () => input.current?.select(), on: input }])
  const change = (text: string) => {
    setTyped(text)
    report(text)
  }

  return (
    <TextInput
      ref={input}
      className={className}
      type="search"
      size={size}
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
