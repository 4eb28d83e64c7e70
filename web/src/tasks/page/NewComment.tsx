import { ActionIcon, Group } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, type Task } from 'contract'
import { lazy, type RefObject, Suspense, useEffect, useImperativeHandle, useRef } from 'react'
import { useChange } from '../../api/data.ts'
import { draftOf, keepDraft } from '../../api/drafts.ts'
import { useDraftFiles } from '../../files/useDraftFiles.ts'
import { useFileChooser } from '../../files/useFileChooser.tsx'
import { useMe } from '../../session/session.ts'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { MarkdownField } from '../../ui/form/MarkdownField.tsx'
import { ReasonedButton } from '../../ui/form/ReasonedButton.tsx'
import { taskReads } from '../data/cache.ts'
import { commentForm } from './comment/form.ts'
import type { Composer } from './comment/quote.ts'
import { useCommentCache } from './useCommentCache.ts'

const FileChips = lazy(() => import('../../files/FileChips.tsx'))

type Props = {
  task: Pick<Task, 'id' | 'project'>
  /** Receives where quotes go. */
  composer: RefObject<Composer | null>
  /** Why no comment can be added; undefined when it can. */
  reason: string | undefined
}

export function NewComment({ task, composer, reason }: Props) {
  const draft = `comment ${useMe().id} ${task.id}`
  const { files, ids, isArriving, add, remove, forget, paste } = useDraftFiles({ task_id: task.id, is_draft: true })
  const { choose, input } = useFileChooser(add)
  const create = useCreation(task)
  const form = useServerForm({
    form: commentForm,
    start: { text: draftOf(draft) },
    submit: async ({ text }) => {
      if (isArriving || (!text.trim() && files.length === 0)) return
      await create({ body: { content_type: 'task', object_id: task.id, text, files: ids } })
      // A quote may have been added meanwhile.
      form.set('text', (typed) => (typed.startsWith(text) ? typed.slice(text.length).trimStart() : ''))
      forget()
    },
  })
  const { text } = form.values
  useEffect(() => keepDraft(draft, text), [draft, text])
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(composer, () => ({ field: field.current, set: (change) => form.set('text', change) }))
  return (
    <ServerForm form={form} aria-label="New comment">
      <MarkdownField
        ref={field}
        place={{ project: task.project }}
        aria-label="Add a comment"
        placeholder={reason ? `${reason}: no comments can be added.` : 'Add a comment...'}
        autosize
        minRows={2}
        maxRows={12}
        readOnly={reason !== undefined || form.isPending}
        {...(!reason && { onPaste: paste })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void form.onSubmit(event)
        }}
        {...form.field('text')}
      />
      {files.length > 0 && (
        <Suspense>
          <FileChips label="Files for the comment" files={files} remove={remove} />
        </Suspense>
      )}
      <Group justify="flex-end" gap="xs" mt="xs">
        {!reason && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={30}
            aria-label="Add files to the comment"
            title="Add files to the comment"
            onClick={choose}
          >
            <IconPaperclip size={16} />
          </ActionIcon>
        )}
        {input}
        <ReasonedButton
          type="submit"
          size="xs"
          loading={form.isPending}
          reason={reason ?? (isArriving ? 'Its files are still arriving' : undefined)}
        >
          Add Comment
        </ReasonedButton>
      </Group>
    </ServerForm>
  )
}

function useCreation(task: Pick<Task, 'id'>) {
  const client = useQueryClient()
  const { putComment } = useCommentCache(task)
  const { mutateAsync } = useChange(api.comments.create, {
    touches: [],
    shows: taskReads,
    onAnswer: (comment, { body }) => {
      putComment(comment)
      if (body.files?.length) for (const { route } of taskReads) void client.invalidateQueries({ queryKey: [route] })
    },
  })
  return mutateAsync
}
