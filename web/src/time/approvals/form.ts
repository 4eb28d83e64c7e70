import { timeRules } from 'contract'
import { textProblems } from '../../ui/form/formValue.ts'

/** Why a week is returned. */
export const returnForm = {
  blank: { reason: '' },
  toBody: ({ reason }: { reason: string }) => ({ reason: reason.trim() }),
  problems: (values: { reason: string }) => textProblems({ reason: timeRules.reason }, values),
}
