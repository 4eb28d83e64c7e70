import type { SearchResult } from 'contract'
import styles from './Search.module.css'

/** A text with the found words marked. */
export const Marked = ({ parts }: { parts: SearchResult['excerpt'] }) =>
  parts.map(({ text, is_match }, at) =>
    is_match ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
      <mark key={at} className={styles.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  )
