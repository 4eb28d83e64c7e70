import { Button } from '@mantine/core'

type Props = {
  count: number
  /** How many are listed before the person asks for all. */
  atFirst: number
  showsAll: boolean
  toggle: () => void
}

/** The button below a list that lists all of it, or the first only. There is none if these are all. */
export const ShowAll = ({ count, atFirst, showsAll, toggle }: Props) =>
  count > atFirst && (
    <Button variant="subtle" size="compact-sm" mt="2xs" aria-expanded={showsAll} onClick={toggle}>
      {showsAll ? `Show the first ${atFirst} only` : `Show all ${count}`}
    </Button>
  )
