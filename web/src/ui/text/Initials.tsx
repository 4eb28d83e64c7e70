import type { CSSProperties } from 'react'
import { useFace } from '../pictures.ts'
import styles from './Initials.module.css'

const colors = ['teal', 'blue', 'grape', 'yellow', 'red', 'green', 'indigo', 'pink', 'cyan', 'violet']

type Props = {
  id: number
  name: string
  size?: number
  /** Shown instead of the person's picture. */
  preview?: string | undefined
}

/** A person's picture or, until it is there, their initials, always in the same colour. */
// Plain elements for speed: a board has hundreds of them.
export const Initials = ({ id, name, size = 28, preview }: Props) => {
  const face = useFace(id)
  const src = preview ?? face
  const color = colors[id % colors.length] ?? 'teal'
  const look = {
    '--initials-size': `${size}px`,
    '--initials-paper': `var(--mantine-color-${color}-light)`,
    '--initials-ink': `var(--mantine-color-${color}-light-color)`,
  } as CSSProperties
  return (
    <span className={styles.initials} style={look} title={name} aria-hidden>
      {initialsOf(name)}
      {src && <img className={styles.face} src={src} alt="" width={size} height={size} loading="lazy" decoding="async" />}
    </span>
  )
}

function initialsOf(name: string) {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('') || '?'
}
