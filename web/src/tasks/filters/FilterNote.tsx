import { Button, Flex } from '@mantine/core'

type Props = { hidden: number; isFiltered: boolean; clear: () => void }

/** How many rows the filters hide, and a button that clears them. */
export const FilterNote = ({ hidden, isFiltered, clear }: Props) => (
  <Flex
    component="span"
    align="center"
    gap="2xs"
    mih="var(--space-7)"
    fz="var(--text-small)"
    className="dimmed"
    aria-live="polite"
  >
    {hidden > 0 && <span className="tabular">{hidden} hidden by filters</span>}
    {isFiltered && (
      <Button variant="subtle" size="compact-sm" onClick={clear}>
        Clear Filters
      </Button>
    )}
  </Flex>
)
