import { firstDays, type Workspace, workspaceRules } from 'contract'
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
