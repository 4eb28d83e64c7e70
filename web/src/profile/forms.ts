import { employeeRules, type Profile, secretRule, strongPassword } from 'contract'
import { textProblems } from '../ui/form/formValue.ts'

type ProfileValues = { full_name: string }
type PasswordValues = { old_password: string; new_password: string }

const profileRules = { full_name: employeeRules.full_name }
const passwordRules = { old_password: secretRule, new_password: strongPassword }

export const profileForm = {
  blank: { full_name: '' },
  from: ({ full_name }: Profile): ProfileValues => ({ full_name }),
  toBody: ({ full_name }: ProfileValues) => ({ full_name: full_name.trim() }),
  problems: (values: ProfileValues) => textProblems(profileRules, values),
}

/** The form in which a person changes their own password, given the current one. */
export const passwordForm = {
  blank: { old_password: '', new_password: '' },
  toBody: (values: PasswordValues) => values,
  problems: (values: PasswordValues) => textProblems(passwordRules, values),
}
