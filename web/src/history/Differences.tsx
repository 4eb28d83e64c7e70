import { VisuallyHidden } from '@mantine/core'
import { useMemo } from 'react'
import { differencesOf } from './differences.ts'
import styles from './Versions.module.css'

/** The text after a change, with what was removed and added. Neither is marked by colour alone. */
export function Differences({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => differencesOf(before, after), [before, after])
  return (
    <div className={styles.text}>
      {pieces.map(({ kind, text }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never move
        if (kind === 'same') return <span key={index}>{text}</span>
        const isRemoved = kind === 'removed'
        const Mark = isRemoved ? 'del' : 'ins'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never move
          <Mark key={index} className={isRemoved ? styles.removed : styles.added}>
            <VisuallyHidden>{isRemoved ? ' Removed: ' : ' Added: '}</VisuallyHidden>
            {visible(text)}
          </Mark>
        )
      })}
    </div>
  )
}

/** Line breaks alone would show nothing. */
const visible = (text: string) => (text.trim() ? text : text.replaceAll('\n', '↵\n'))
