import { ActionIcon, Box, Flex, Group, Text, Textarea, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, type Comment, type Task } from 'contract'
import { type ReactNode, useEffect } from 'react'
import { useChange, usePending } from '../../api/data.ts'
import { withPending } from '../../api/pending.ts'
import { useHighlight } from '../../live/highlights.ts'
import { useMe } from '../../session/session.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { offerUndo } from '../../ui/feedback/undo.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { ReasonedButton } from '../../ui/form/ReasonedButton.tsx'
import { Count } from '../../ui/text/Count.tsx'
import { Initials } from '../../ui/text/Initials.tsx'
import { LinkedText } from '../../ui/text/LinkedText.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { taskCache } from '../data/cache.ts'
import { succeeds } from '../data/changes.ts'
import { useQueuedComments } from '../data/queued.ts'
import { keepFocusNearby } from '../parts/keepFocusNearby.ts'
import styles from './Comments.module.css'

type Props = {
  task: Pick<Task, 'id' | 'project'>
  comments: readonly Comment[]
  /** Why no comment can be added or deleted; undefined when it can. */
  reason: string | undefined
}

const shows = [api.tasks.get, api.tasks.list]

const commentForm = { blank: { text: '' }, toBody: ({ text }: { text: string }) => ({ text }), problems: () => ({}) }

function useCommentCache({ id: task_id }: Props['task']) {
  const { putComment, removeComment } = taskCache(useQueryClient())
  return {
    putComment: (comment: Comment) => putComment(task_id, comment),
    removeComment: (id: number) => removeComment(task_id, id),
  }
}

/** A task's comments, oldest first. Authors delete their own. */
export function Comments({ task, comments, reason }: Props) {
  const me = useMe()
  const { putComment, removeComment } = useCommentCache(task)
  const { mutateAsync: remove } = useChange(api.comments.remove, {
    touches: [],
    shows,
    onAnswer: (_, { params }) => removeComment(Number(params.comment_id)),
  })
  const { mutateAsync: restore } = useChange(api.comments.restore, { touches: [], shows, onAnswer: putComment })
  const removed = usePending(api.comments.remove).map(({ params }) => Number(params.comment_id))
  const shown = withPending(comments, { removed })
  const waiting = useQueuedComments(task.id)

  const confirmRemoval = async (id: number) => {
    const question = {
      title: 'Delete this comment?',
      message: 'Nobody sees it any more.',
      isDangerous: true,
    }
    const args = { params: { comment_id: String(id) } }
    if (!(await confirm(question)) || !(await succeeds(remove(args), 'Failed to delete comment.'))) return
    offerUndo({
      message: 'Comment deleted successfully.',
      undo: () => restore(args),
      undone: 'Comment restored.',
      failed: 'Failed to restore comment.',
    })
  }

  return (
    <section aria-labelledby="comments">
      <Title order={2} id="comments" fz="var(--text-title)">
        Comments {shown.length > 0 && <Count>{shown.length}</Count>}
      </Title>
      {shown.length + waiting.length === 0 && (
        <Text inherit c="dimmed" my="xs">
          No comments yet. Questions and answers about this task go here.
        </Text>
      )}
      <Flex component="ol" direction="column" gap="md" mt="sm" mb="md" className={styles.list}>
        {shown.map(({ id, text, author, author_name, created_at }) => (
          <Row key={id} id={id}>
            <Initials id={author} name={author_name} />
            <Box flex={1} miw={0}>
              <Group gap="xs" wrap="nowrap">
                <Text inherit component="strong" fw="var(--weight-medium)">
                  {author_name}
                </Text>
                <Box component="span" className="fine" flex="none">
                  <RelativeTime at={created_at} />
                </Box>
                {author === me.id && !reason && (
                  <ActionIcon
                    ml="auto"
                    variant="subtle"
                    color="gray"
                    size={24}
                    aria-label="Delete comment"
                    title="Delete comment"
                    onClick={({ currentTarget }) => void keepFocusNearby(currentTarget, () => confirmRemoval(id))}
                  >
                    <IconTrash size={15} />
                  </ActionIcon>
                )}
              </Group>
              <p>
                <LinkedText>{text}</LinkedText>
              </p>
            </Box>
          </Row>
        ))}
        {waiting.map(({ number, text }) => (
          <Flex key={number} component="li" gap="sm">
            <Initials id={me.id} name={me.name} />
            <Box flex={1} miw={0}>
              <Group gap="xs" wrap="nowrap">
                <Text inherit component="strong" fw="var(--weight-medium)">
                  {me.name}
                </Text>
                <Box component="span" className="fine" flex="none">
                  Waiting to be sent
                </Box>
              </Group>
              <p>
                <LinkedText>{text ?? ''}</LinkedText>
              </p>
            </Box>
          </Flex>
        ))}
      </Flex>
      <NewComment task={task} reason={reason} />
    </section>
  )
}

const Row = ({ id, children }: { id: number; children: ReactNode }) => (
  <Flex component="li" id={`comment-${id}`} gap="sm" {...useHighlight('comment', id)}>
    {children}
  </Flex>
)

/** Unsent comments by person and task. A reload of the page discards them. */
const drafts = new Map<string, string>()

function NewComment({ task, reason }: Pick<Props, 'task' | 'reason'>) {
  const draft = `${useMe().id} ${task.id}`
  const { putComment } = useCommentCache(task)
  const { mutateAsync: create } = useChange(api.comments.create, { touches: [], shows, onAnswer: putComment })
  const form = useServerForm({
    form: commentForm,
    start: { text: drafts.get(draft) ?? '' },
    submit: async ({ text }) => {
      if (!text.trim()) return
      await create({ body: { content_type: 'task', object_id: task.id, text } })
      drafts.delete(draft)
      form.set('text', '')
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
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void form.onSubmit(event)
        }}
        {...form.field('text')}
      />
      <Group justify="flex-end" mt="xs">
        <ReasonedButton type="submit" size="xs" loading={form.isPending} reason={reason}>
          Add Comment
        </ReasonedButton>
      </Group>
    </ServerForm>
  )
}
