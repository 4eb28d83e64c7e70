import { Button, Group } from '@mantine/core'
import type { Comment } from 'contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { draftOf, keepDraft } from '../../../api/drafts.ts'
import { confirm, isAsking } from '../../../ui/feedback/confirm.tsx'
import { ServerForm, useServerForm } from '../../../ui/form/form.tsx'
import { MarkdownField } from '../../../ui/form/MarkdownField.tsx'
import type { Place } from '../../../ui/form/markdown/place.ts'
import { commentForm } from './form.ts'
import type { CommentChange } from './useCommentChanges.ts'

type Props = {
  comment: Pick<Comment, 'id' | 'text'>
  place: Place
  /** The text survives a reload under this key. */
  draftKey: string
  update: (id: number, change: CommentChange) => Promise<unknown>
  close: () => void
}

/** A comment's text in a field. Ctrl+Enter saves, Escape cancels. */
export function CommentEditor({ comment, place, draftKey, update, close }: Props) {
  // The text may change meanwhile. A person who typed nothing must not overwrite it.
  const [opened] = useState(comment.text)
  const field = useRef<HTMLTextAreaElement>(null)
  const form = useServerForm({
    form: commentForm,
    start: { text: draftOf(draftKey) || opened },
    texts: { text: opened },
    fallback: 'Failed to save comment.',
    submit: async (body, { edited_from }) => {
      if (body.text !== opened && body.text !== comment.text)
        await update(comment.id, { ...body, ...(edited_from && { edited_from }) })
      finish()
    },
  })
  const { text } = form.values
  useEffect(() => keepDraft(draftKey, text === opened ? '' : text), [draftKey, text, opened])
  useEffect(() => {
    const end = field.current?.value.length ?? 0
    field.current?.focus()
    field.current?.setSelectionRange(end, end)
  }, [])

  const finish = () => {
    const item = form.ref.current?.closest('li')
    const isElsewhere = document.activeElement?.matches('input, textarea') && document.activeElement !== field.current
    keepDraft(draftKey, '')
    flushSync(close)
    if (!isElsewhere) item?.querySelector<HTMLElement>('[aria-label="Edit comment"]')?.focus()
  }
  const leave = async () => {
    if (form.isPending || isAsking()) return
    if (text === opened || text === comment.text || (await confirm(question))) finish()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isSave && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    void (isSave ? form.onSubmit() : leave())
  }
  return (
    <ServerForm form={form} aria-label="Edit comment">
      <MarkdownField
        ref={field}
        place={place}
        aria-label="Comment text"
        autosize
        minRows={2}
        maxRows={12}
        readOnly={form.isPending}
        onKeyDown={onKeyDown}
        {...form.field('text')}
      />
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="default" size="xs" onClick={() => void leave()}>
          Cancel
        </Button>
        <Button type="submit" size="xs" loading={form.isPending}>
          Save
        </Button>
      </Group>
    </ServerForm>
  )
}

const question = {
  title: 'Discard changes',
  message: 'What you have entered has not been saved. Discard it?',
  isDangerous: true,
}
