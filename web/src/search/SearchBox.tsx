import { ActionIcon } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { isMac } from '../ui/isMac.ts'
import styles from './Search.module.css'
import { openPalette } from './SearchPalette.tsx'

type Props = {
  /** A button with an icon only, for a narrow top bar. */
  isSmall?: boolean
}

/** The box that opens the palette. */
export function SearchBox({ isSmall = false }: Props) {
  if (isSmall)
    return (
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Search" title="Search" onClick={openPalette}>
        <IconSearch size={18} />
      </ActionIcon>
    )
  return (
    <button type="button" className={styles.box} onClick={openPalette}>
      <IconSearch size={16} aria-hidden /> Search or jump to…
      <kbd>{isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
    </button>
  )
}
