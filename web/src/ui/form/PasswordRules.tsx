import { IconCheck, IconPointFilled } from '@tabler/icons-react'
import styles from './PasswordRules.module.css'

type Rules = readonly { readonly pattern: RegExp; readonly message: string }[]

/** The rules of a password, ticked off while it is typed. */
export const PasswordRules = ({ rules, value, id }: { rules: Rules; value: string; id?: string }) => (
  <ul className={styles.rules} id={id}>
    {rules.map(({ pattern, message }) => {
      const isMet = pattern.test(value)
      return (
        <li key={message} data-met={isMet}>
          {isMet ? <IconCheck size={14} stroke={2.5} aria-hidden /> : <IconPointFilled size={14} aria-hidden />}
          <span>{message}</span>
          <span className={styles.said}>{isMet ? ': met' : ': not yet met'}</span>
        </li>
      )
    })}
  </ul>
)
