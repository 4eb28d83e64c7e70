import { brokenRules, colorFormat, defaultLabelColor, type Label, labelRules } from 'contract'
import { textProblems } from '../ui/form/formValue.ts'

type LabelValues = { name: string; color: string }

export const labelForm = {
  blank: { name: '', color: defaultLabelColor },
  from: ({ name, color }: Label): LabelValues => ({ name, color }),
  toBody: (values: LabelValues) => values,
  problems: (values: LabelValues) => ({
    ...textProblems(labelRules, values),
    color: brokenRules([colorFormat], values.color.trim())[0],
  }),
}
