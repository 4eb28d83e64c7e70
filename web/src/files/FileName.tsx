import { VisuallyHidden } from '@mantine/core'
import styles from './FileName.module.css'

/** Characters before the extension that stay visible. */
const kept = 4
/** Characters. A longer end is no extension. */
const longestExtension = 8

/** A file's name on one line. If it is cut, its end stays visible. */
export function FileName({ children: name }: { children: string }) {
  const characters = [...name]
  const extension = extensionOf(name)
  const end = extension ? [...extension].length + 1 + kept : kept
  return (
    <span className={styles.name} dir="auto" title={name}>
      <VisuallyHidden>{name}</VisuallyHidden>
      <span className={styles.start} aria-hidden>
        {characters.slice(0, -end).join('')}
      </span>
      <span className={styles.end} aria-hidden>
        {characters.slice(-end).join('')}
      </span>
    </span>
  )
}

/** Such as `pdf`; undefined if the name has none. */
export function extensionOf(name: string) {
  const dot = name.lastIndexOf('.')
  const extension = name.slice(dot + 1)
  return dot > 0 && /^[\p{L}\p{N}_-]+$/u.test(extension) && extension.length <= longestExtension ? extension : undefined
}
