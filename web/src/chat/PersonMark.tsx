import { ThemeIcon, VisuallyHidden } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import { Initials } from '../ui/text/Initials.tsx'
import styles from './PersonMark.module.css'

type Props = { id: number; name: string; size?: number; isOnline: boolean }

/** A person's initials, with a dot while they are online. */
export const PersonMark = ({ id, name, size = 28, isOnline }: Props) => (
  <span className={styles.mark}>
    <Initials id={id} name={name} size={size} />
    {isOnline && (
      <span className={styles.dot} title="Online">
        <VisuallyHidden>Online</VisuallyHidden>
      </span>
    )}
  </span>
)

/** Stands for a project where a person would have their initials. */
export const ProjectMark = ({ size, title }: { size: number; title?: string }) => (
  <ThemeIcon variant="light" size={size} radius="md" c="var(--accent-ink)" title={title}>
    <IconFolder size={size / 2 + 2} aria-hidden />
  </ThemeIcon>
)
