import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'

type Props = { label: string; placeholder: string; value: string; onSearch: (text: string) => void }

/** Passes on what is typed once it rests for a moment. */
export function SearchBox({ label, placeholder, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // Somebody else has changed it, such as 'Clear Filters'.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  const pass = useEffectEvent((text: string) => {
    if (text === known) return
    setKnown(text)
    onSearch(text)
  })
  useEffect(() => {
    const timer = setTimeout(() => pass(typed), 150)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <TextInput
      type="search"
      size="xs"
      w={{ base: '100%', xs: 220 }}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      rightSection={typed && <CloseButton size="sm" aria-label="Clear search" onClick={() => setTyped('')} />}
    />
  )
}
