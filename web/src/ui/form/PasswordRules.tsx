import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPointFilled } from '@tabler/icons-react'
import type { Format } from 'contract'
import styles from './PasswordRules.module.css'

/** The rules of a password, each marked as met or not while the person types. */
export const PasswordRules = ({ rules, value, id }: { rules: readonly Format[]; value: string; id?: string }) => (
  <ul className={styles.rules} id={id}>
    {rules.map(({ pattern, message }) => {
      const isMet = pattern.test(value.normalize('NFC'))
      return (
        <li key={message} data-met={isMet}>
          {isMet ? <IconCheck size={14} stroke={2.5} aria-hidden /> : <IconPointFilled size={14} aria-hidden />}
          <span>{message}</span>
          <VisuallyHidden>{isMet ? ': met' : ': not yet met'}</VisuallyHidden>
        </li>
      )
    })}
  </ul>
)
