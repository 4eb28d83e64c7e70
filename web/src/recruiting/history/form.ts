import { applicationRules, problemOf } from 'contract'

export const noteForm = {
  blank: { text: '' },
  toBody: ({ text }: { text: string }) => ({ text }),
  problems: ({ text }: { text: string }) => ({ text: problemOf(applicationRules.note, text) }),
}
