import { filledTemplate, type MailPlaceholder, type MailTemplate, mailRules } from 'contract'
import { textProblems } from '../../ui/form/formValue.ts'

export type MailValues = {
  /** The id of a template; empty for none. */
  template: string
  subject: string
  text: string
}

const { subject, text } = mailRules

/** A mail to an applicant. */
export const mailForm = {
  blank: { template: '', subject: '', text: '' } as MailValues,
  toBody: ({ subject, text }: MailValues) => ({ subject, text }),
  problems: (values: MailValues) => textProblems({ subject, text }, values),
}

type Words = Readonly<Record<MailPlaceholder, string>>

/** The values of a form with a template in it. */
export const filledWith = (template: MailTemplate | undefined, words: Words): MailValues =>
  template
    ? {
        template: String(template.id),
        subject: filledTemplate(template.subject, words),
        text: filledTemplate(template.text, words),
      }
    : mailForm.blank

/** The template for a rejection, by its name: that of a new workspace, or one that is named alike. */
export const rejectionAmong = (templates: readonly MailTemplate[]) => templates.find(({ name }) => /reject|declin/i.test(name))
