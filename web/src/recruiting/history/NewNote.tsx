import { Button, Group } from '@mantine/core'
import { useEffect } from 'react'
import { draftOf, keepDraft } from '../../api/drafts.ts'
import { useMe } from '../../session/session.ts'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { MarkdownField } from '../../ui/form/MarkdownField.tsx'
import { useApplicationChanges } from '../changes.ts'
import { noteForm } from './form.ts'

/** Adds a note. What is typed stays until it is added, also after a reload. */
export function NewNote({ application_id }: { application_id: number }) {
  const draft = `note ${useMe().id} ${application_id}`
  const { addNote } = useApplicationChanges(application_id)
  const form = useServerForm({
    form: noteForm,
    start: { text: draftOf(draft) },
    async submit({ text }) {
      await addNote(text)
      form.set('text', '')
    },
    fallback: 'The note could not be added.',
  })
  const { text } = form.values
  useEffect(() => keepDraft(draft, text), [draft, text])
  return (
    <ServerForm form={form} aria-label="New note">
      <MarkdownField
        aria-label="Add a note"
        placeholder="Add a note..."
        autosize
        minRows={2}
        maxRows={12}
        readOnly={form.isPending}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void form.onSubmit(event)
        }}
        {...form.field('text')}
      />
      <Group justify="flex-end" mt="xs">
        <Button type="submit" size="xs" loading={form.isPending}>
          Add Note
        </Button>
      </Group>
    </ServerForm>
  )
}
