import { filledTemplate, type MailPlaceholder, type MailTemplate, mailPlaceholders, mailRules } from 'contract'
import { textProblems } from '../../ui/form/formValue.ts'

export type MailTemplateValues = Omit<MailTemplate, 'id'>

export const mailForm = {
  blank: { name: '', subject: '', text: '' },
  from: ({ name, subject, text }: MailTemplate): MailTemplateValues => ({ name, subject, text }),
  toBody: (values: MailTemplateValues) => values,
  problems: (values: MailTemplateValues) => textProblems(mailRules, values),
}

export const placeholderMeanings: Readonly<Record<MailPlaceholder, string>> = {
  '{name}': 'the applicant’s name',
  '{opening}': 'the title of the opening',
  '{company}': 'the name of this workspace',
  '{sender}': 'the name of the sender',
}

/** The words in braces that look like placeholders, and stand for nothing. */
export function unknownPlaceholders(text: string) {
  const found = text.match(/\{\s*[\p{L}_][\p{L}\p{N}_ -]{0,30}\}/gu) ?? []
  return [...new Set(found)].filter((words) => !mailPlaceholders.some((placeholder) => placeholder === words))
}

/** A template with an example in place of each placeholder. */
export const exampleOf = (text: string, { company, sender }: { company: string; sender: string }) =>
  filledTemplate(text, { '{name}': 'Alex Morgan', '{opening}': 'Office manager', '{company}': company, '{sender}': sender })
