import { ActionIcon, Group, Textarea } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, type Task } from 'contract'
import { lazy, Suspense, useEffect } from 'react'
import { useChange } from '../../api/data.ts'
import { useDraftFiles } from '../../files/useDraftFiles.ts'
import { useFileChooser } from '../../files/useFileChooser.tsx'
import { useMe } from '../../session/session.ts'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { ReasonedButton } from '../../ui/form/ReasonedButton.tsx'
import { taskReads } from '../data/cache.ts'
import { useCommentCache } from './useCommentCache.ts'

const FileChips = lazy(() => import('../../files/FileChips.tsx'))

type Props = {
  task: Pick<Task, 'id'>
  /** Why no comment can be added; undefined when it can. */
  reason: string | undefined
}

const commentForm = { blank: { text: '' }, toBody: ({ text }: { text: string }) => ({ text }), problems: () => ({}) }

/** Unsent comments by person and task. A reload of the page discards them. */
const drafts = new Map<string, string>()

export function NewComment({ task, reason }: Props) {
  const draft = `${useMe().id} ${task.id}`
  const { files, ids, isArriving, add, remove, forget, paste } = useDraftFiles({ task_id: task.id, is_draft: true })
  const { choose, input } = useFileChooser(add)
  const create = useCreation(task)
  const form = useServerForm({
    form: commentForm,
    start: { text: drafts.get(draft) ?? '' },
    submit: async ({ text }) => {
      if (isArriving || (!text.trim() && files.length === 0)) return
      await create({ body: { content_type: 'task', object_id: task.id, text, files: ids } })
      drafts.delete(draft)
      form.set('text', '')
      forget()
    },
  })
  const { text } = form.values
  useEffect(() => {
    if (text) drafts.set(draft, text)
    else drafts.delete(draft)
  }, [draft, text])
  return (
    <ServerForm form={form} aria-label="New comment">
      <Textarea
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

function useCreation(task: Props['task']) {
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
