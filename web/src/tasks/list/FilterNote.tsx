import { Button } from '@mantine/core'
import styles from './FilterNote.module.css'

type Props = { hidden: number; isFiltered: boolean; clear: () => void }

/** How many rows the filters hide, and a button that clears them. */
export const FilterNote = ({ hidden, isFiltered, clear }: Props) => (
  <span className={styles.note} aria-live="polite">
    {hidden > 0 && <span className="tabular">{hidden} hidden by filters</span>}
    {isFiltered && (
      <Button variant="subtle" size="compact-sm" onClick={clear}>
        Clear Filters
      </Button>
    )}
  </span>
)
