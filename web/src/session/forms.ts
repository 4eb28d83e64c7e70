import { codeOf, emailRule, loginRules, passwordsDiffer, problemOf, required, strongPassword } from 'contract'
import { textProblems } from '../ui/form/formValue.ts'

type LoginValues = { email: string; password: string }
type NewPasswordValues = { new_password: string; confirm: string }

export const loginForm = {
  blank: { email: '', password: '' },
  toBody: (values: LoginValues) => values,
  problems: (values: LoginValues) => textProblems(loginRules, values),
}

/** The code of a log-in's second step, which a passkey does without. */
export const codeForm = {
  blank: { one_time_code: '' },
  toBody: (values: { one_time_code: string }) => values,
  problems: ({ one_time_code }: { one_time_code: string }, { isNeeded }: { isNeeded: () => boolean }) => ({
    one_time_code: isNeeded() && !codeOf(one_time_code) ? required : undefined,
  }),
}

export const forgotPasswordForm = {
  blank: { email: '' },
  toBody: (values: { email: string }) => values,
  problems: ({ email }: { email: string }) => ({ email: problemOf(emailRule, email) }),
}

/** The password that is set by the link of a mail. */
export const newPasswordForm = {
  blank: { new_password: '', confirm: '' },
  toBody: ({ new_password }: NewPasswordValues) => ({ new_password }),
  problems: ({ new_password, confirm }: NewPasswordValues) => ({
    new_password: problemOf(strongPassword, new_password),
    confirm: new_password.normalize('NFC') === confirm.normalize('NFC') ? undefined : passwordsDiffer,
  }),
}
