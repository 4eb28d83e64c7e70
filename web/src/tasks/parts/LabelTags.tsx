import { Flex } from '@mantine/core'
import type { Label } from 'contract'
import styles from './LabelTags.module.css'

/** A task's labels. The colour is a dot beside the name, as not every chosen colour has contrast with text. */
export const LabelTags = ({ labels }: { labels: readonly Label[] }) =>
  labels.length > 0 && (
    <Flex component="ul" wrap="wrap" gap="2xs" aria-label="Labels">
      {labels.map(({ id, name, color }) => (
        <li key={id} className={styles.tag}>
          <LabelDot color={color} />
          <span className="truncate" title={name}>
            {name}
          </span>
        </li>
      ))}
    </Flex>
  )

/** A task's labels in a narrow place: one by its name, several as dots. */
export const BriefLabels = ({ labels }: { labels: readonly Label[] }) => {
  if (labels.length < 2) return <LabelTags labels={labels} />
  const names = labels.map(({ name }) => name).join(', ')
  return (
    <span className={styles.dots} role="img" aria-label={`Labels: ${names}`} title={names}>
      {labels.map(({ id, color }) => (
        <LabelDot key={id} color={color} />
      ))}
    </span>
  )
}

export const LabelDot = ({ color }: { color: string }) => (
  <svg className={styles.dot} width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
    <circle cx="4" cy="4" r="4" fill={color} />
  </svg>
)
