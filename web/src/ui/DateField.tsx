import { TextInput } from '@mantine/core'
import { useTyped } from './useTyped.ts'

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
  const { typed, setTyped, tell } = useTyped(value, onDate, 200)

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
