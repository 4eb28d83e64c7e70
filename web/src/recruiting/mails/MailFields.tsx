import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { api } from 'contract'
import { useMemo } from 'react'
import { useData } from '../../api/data.ts'
import { useMe } from '../../session/session.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { filledWith, type MailValues } from './form.ts'

/** The applicant to whom a mail goes. */
export type Recipient = { id: number; full_name: string; opening: { title: string } }

/** The words for the placeholders of templates. */
export function useWords({ full_name, opening: { title } }: Recipient) {
  const { name, tenant } = useMe()
  const company = tenant?.name ?? ''
  return useMemo(
    () => ({ '{name}': full_name, '{opening}': title, '{company}': company, '{sender}': name }),
    [full_name, title, company, name],
  )
}

type MailForm = {
  values: MailValues
  field: (name: keyof MailValues) => object
  set: (name: keyof MailValues, value: string) => void
}
type Props = { form: MailForm; recipient: Recipient }

/** A mail's template, subject and text. A template fills the others, and asks before it replaces what somebody has written. */
export function MailFields({ form: { values, field, set }, recipient }: Props) {
  const templates = useData(api.recruiting.templates, {})
  const words = useWords(recipient)
  const { email } = useMe()
  const templateOf = (id: string) => templates.find((each) => String(each.id) === id)
  const choose = async (id: string) => {
    const before = filledWith(templateOf(values.template), words)
    const isWritten = values.text.trim() !== '' && (values.text !== before.text || values.subject !== before.subject)
    const question = { title: 'Replace what you have written', message: 'The template replaces the subject and the text.' }
    if (isWritten && !(await confirm(question))) return
    const { template, subject, text } = filledWith(templateOf(id), words)
    set('template', template)
    set('subject', subject)
    set('text', text)
  }
  return (
    <>
      <NativeSelect
        label="Template"
        data-autofocus
        data={[{ value: '', label: 'None' }, ...templates.map(({ id, name }) => ({ value: String(id), label: name }))]}
        value={values.template}
        onChange={({ currentTarget }) => void choose(currentTarget.value)}
        mb="md"
      />
      <TextInput label="Subject" autoComplete="off" maxLength={200} withAsterisk mb="md" {...field('subject')} />
      <Textarea
        label="Text"
        description={`Answers go to your own address, ${email}.`}
        withAsterisk
        autosize
        minRows={8}
        maxRows={16}
        maxLength={10_000}
        {...field('text')}
      />
    </>
  )
}
