import styles from './LinkedText.module.css'
import { withLinks } from './links.tsx'

/** A person's text with its web addresses as links. */
export const LinkedText = ({ children }: { children: string }) => <span className={styles.text}>{withLinks(children)}</span>

export const hasLinks = (text: string) => withLinks(text).length > 1
