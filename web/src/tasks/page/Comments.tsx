import { ActionIcon, Box, Flex, Group, Text, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { api, type Comment, type Task, type WorkFile } from 'contract'
import { lazy, type ReactNode, Suspense } from 'react'
import { useChange, usePending } from '../../api/data.ts'
import { withPending } from '../../api/pending.ts'
import { useHighlight } from '../../live/highlights.ts'
import { useMe } from '../../session/session.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { offerUndo } from '../../ui/feedback/undo.tsx'
import { Count } from '../../ui/text/Count.tsx'
import { Initials } from '../../ui/text/Initials.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { taskReads } from '../data/cache.ts'
import { succeeds } from '../data/changes.ts'
import { useQueuedComments } from '../data/queued.ts'
import { keepFocusNearby } from '../parts/keepFocusNearby.ts'
import styles from './Comments.module.css'
import { NewComment } from './NewComment.tsx'
import { useCommentCache } from './useCommentCache.ts'

const FileChips = lazy(() => import('../../files/FileChips.tsx'))

type Props = {
  task: Pick<Task, 'id' | 'project' | 'files'>
  comments: readonly Comment[]
  /** Why no comment can be added or deleted; undefined when it can. */
  reason: string | undefined
}

/** A task's comments, oldest first. Authors delete their own. */
export function Comments({ task, comments, reason }: Props) {
  const me = useMe()
  const { putComment, removeComment } = useCommentCache(task)
  const filesOf = Map.groupBy(task.files, ({ comment }) => comment)
  const { mutateAsync: remove } = useChange(api.comments.remove, {
    touches: [],
    shows: taskReads,
    onAnswer: (_, { params }) => removeComment(Number(params.comment_id)),
  })
  // Its files come back with it.
  const { mutateAsync: restore } = useChange(api.comments.restore, { touches: taskReads, onAnswer: putComment })
  const removed = usePending(api.comments.remove).map(({ params }) => Number(params.comment_id))
  const shown = withPending(comments, { removed })
  const waiting = useQueuedComments(task.id)

  const confirmRemoval = async (id: number) => {
    const question = {
      title: 'Delete this comment?',
      message: filesOf.has(id) ? 'Nobody sees it and its files any more.' : 'Nobody sees it any more.',
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
              {text && (
                <div className={styles.text}>
                  <Markdown>{text}</Markdown>
                </div>
              )}
              <CommentFiles text={text} files={filesOf.get(id) ?? []} />
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
              <div className={styles.text}>
                <Markdown>{text ?? ''}</Markdown>
              </div>
            </Box>
          </Flex>
        ))}
      </Flex>
      <NewComment task={task} reason={reason} />
    </section>
  )
}

type CommentFilesProps = { text: string; files: readonly WorkFile[] }

function CommentFiles({ text, files }: CommentFilesProps) {
  if (files.length)
    return (
      <Suspense>
        <FileChips label="Files of this comment" files={files} />
      </Suspense>
    )
  return (
    !text && (
      <Text inherit c="dimmed">
        Its files have been deleted.
      </Text>
    )
  )
}

const Row = ({ id, children }: { id: number; children: ReactNode }) => (
  <Flex component="li" id={`comment-${id}`} gap="sm" {...useHighlight('comment', id)}>
    {children}
  </Flex>
)
