import { confirmationProblem, deletionRules, firstDays, type Workspace, workspaceRules } from 'contract'
import { textProblems } from '../ui/form/formValue.ts'

export type GeneralValues = { name: string; timezone: string; first_day: string }

export const generalForm = {
  blank: { name: '', timezone: 'UTC', first_day: '1' },
  from: ({ name, timezone, first_day }: Omit<Workspace, 'subdomain' | 'accent'>): GeneralValues => ({
    name,
    timezone,
    first_day: String(first_day),
  }),
  toBody: ({ first_day, ...values }: GeneralValues) => ({
    ...values,
    first_day: firstDays.find((day) => String(day) === first_day) ?? 1,
  }),
  problems: (values: GeneralValues) => textProblems(workspaceRules, values),
}

type DeletionValues = { confirm: string; password: string }

export const deletionForm = {
  blank: { confirm: '', password: '' },
  toBody: (values: DeletionValues) => values,
  problems(values: DeletionValues, { subdomain }: { subdomain: string }) {
    const { confirm, ...others } = textProblems(deletionRules, values)
    return { ...others, confirm: confirm ?? confirmationProblem(values.confirm, subdomain) }
  },
}
