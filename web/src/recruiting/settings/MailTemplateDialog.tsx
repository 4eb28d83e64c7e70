import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type MailTemplate, mailPlaceholders } from 'contract'
import { useDeferredValue, useRef, useState } from 'react'
import { useMe } from '../../session/session.ts'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { useMailTemplateChanges } from './changes.ts'
import { exampleOf, type MailTemplateValues, mailForm, placeholderMeanings, unknownPlaceholders } from './mailForm.ts'
import styles from './RecruitingSettings.module.css'
import { typeInto } from './typeInto.ts'

type Props = {
  /** Absent for a new one. */
  template?: MailTemplate
  close: () => void
}

export const MailTemplateDialog = (props: Props) => (
  <FormDialog isOpen close={props.close} title={props.template ? 'Edit Template' : 'Add Template'} size="xl">
    <Fields {...props} />
  </FormDialog>
)

type Field = HTMLInputElement | HTMLTextAreaElement

function Fields({ template, close }: Props) {
  const form = useTemplateForm({ template, close })
  const text = useRef<HTMLTextAreaElement>(null)
  const lastFocused = useRef<Field>(null)
  const remember = ({ currentTarget }: { currentTarget: Field }) => {
    lastFocused.current = currentTarget
  }
  const insert = (placeholder: string) => {
    const field = lastFocused.current ?? text.current
    if (field) typeInto(field, placeholder)
  }
  return (
    <ServerForm form={form}>
      <Stack>
        <TextInput
          label="Name"
          name="name"
          description="Applicants don’t see it."
          autoComplete="off"
          withAsterisk
          maxLength={100}
          data-autofocus
          {...form.field('name')}
        />
        <TextInput
          label="Subject"
          name="subject"
          autoComplete="off"
          withAsterisk
          maxLength={200}
          {...form.field('subject')}
          onFocus={remember}
        />
        <Textarea
          ref={text}
          label="Text"
          name="text"
          autosize
          minRows={6}
          maxRows={16}
          withAsterisk
          maxLength={10_000}
          {...form.field('text')}
          onFocus={remember}
        />
        <Legend insert={insert} />
        <Preview values={form.values} />
      </Stack>
      <DialogButtons submit={template ? 'Save' : 'Add Template'} isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

function useTemplateForm({ template, close }: { template: MailTemplate | undefined; close: () => void }) {
  const { add, change } = useMailTemplateChanges()
  const [start] = useState(() => (template ? mailForm.from(template) : mailForm.blank))
  return useServerForm({
    form: mailForm,
    start,
    texts: template && start,
    async submit(body, { edited_from }) {
      if (template) await change(template.id, { ...body, ...(edited_from && { edited_from }) })
      else await add(body)
      toast.success(template ? 'Template saved.' : 'Template added.', quick)
      close()
    },
    fallback: 'The template could not be saved.',
  })
}

const Legend = ({ insert }: { insert: (placeholder: string) => void }) => (
  <div>
    <Text inherit c="dimmed" mb="2xs">
      These words are replaced in each mail. A button inserts one into the subject or the text:
    </Text>
    <ul className={styles.legend} aria-label="Placeholders">
      {mailPlaceholders.map((placeholder) => (
        <li key={placeholder} className={styles.placeholder}>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Insert ${placeholder}`}
            // The field keeps the focus and its caret.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(placeholder)}
          >
            {placeholder}
          </Button>
          <span className="fine">{placeholderMeanings[placeholder]}</span>
        </li>
      ))}
    </ul>
  </div>
)

/** The mail as an applicant would get it. */
function Preview({ values }: { values: MailTemplateValues }) {
  const { name, tenant } = useMe()
  const { subject, text } = useDeferredValue(values)
  const example = (template: string) => exampleOf(template, { company: tenant?.name ?? '', sender: name })
  const unknown = unknownPlaceholders(`${subject}\n${text}`)
  if (!subject.trim() && !text.trim()) return null
  return (
    <div>
      {unknown.length > 0 && (
        <Text inherit role="status" mb="xs" c="var(--warning-ink)">
          Not replaced, as it stands for nothing: {unknown.join(', ')}
        </Text>
      )}
      <section className={styles.preview} aria-label="Preview">
        <div className="fine">Preview with an example</div>
        <div className={styles.subject}>{example(subject)}</div>
        <div className={styles.text}>{example(text)}</div>
      </section>
    </div>
  )
}
