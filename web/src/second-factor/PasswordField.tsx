import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useMe } from '../session/session.ts'

/** The own password, by which a person confirms that a change of their log-in is theirs. */
export function PasswordField(props: PasswordInputProps) {
  const { email } = useMe()
  return (
    <>
      {/* Tells password managers whose password it is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput label="Your password" name="password" autoComplete="current-password" data-autofocus {...props} />
    </>
  )
}
