import { type Document, fileNameRule } from 'contract'
import { textProblems } from '../../ui/form/formValue.ts'

export const documentForm = {
  blank: { name: '' },
  from: ({ name }: Document) => ({ name }),
  toBody: (values: { name: string }) => values,
  problems: (values: { name: string }) => textProblems({ name: fileNameRule }, values),
}
