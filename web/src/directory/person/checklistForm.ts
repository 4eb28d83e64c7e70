import { dateFormat, required } from 'contract'

type ChecklistValues = {
  /** The id of a template. */
  template: string
  /** From which the items are due. */
  day: string
}

export const checklistForm = {
  blank: { template: '', day: '' },
  toBody: ({ template, day }: ChecklistValues) => ({ template: Number(template), day }),
  problems: ({ template, day }: ChecklistValues) => ({
    template: template ? undefined : required,
    day: day ? undefined : dateFormat,
  }),
}
