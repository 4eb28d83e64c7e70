import { Box, Flex, Group, Text, Title } from '@mantine/core'
import { api, type Comment, type Task } from 'contract'
import { useRef } from 'react'
import { useChange, usePending } from '../../api/data.ts'
import { withPending } from '../../api/pending.ts'
import { HistoryToggle } from '../../history/HistoryToggle.tsx'
import { useMe } from '../../session/session.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { offerUndo } from '../../ui/feedback/undo.tsx'
import { Count } from '../../ui/text/Count.tsx'
import { Initials } from '../../ui/text/Initials.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { taskReads } from '../data/cache.ts'
import { succeeds } from '../data/changes.ts'
import { useQueuedComments } from '../data/queued.ts'
import { CommentItem } from './CommentItem.tsx'
import styles from './Comments.module.css'
import { CommentsAndHistory } from './CommentsAndHistory.tsx'
import type { Composer } from './comment/quote.ts'
import { useCommentChanges } from './comment/useCommentChanges.ts'
import { NewComment } from './NewComment.tsx'
import { useCommentCache } from './useCommentCache.ts'

type Props = {
  task: Pick<Task, 'id' | 'key' | 'version' | 'project' | 'files'>
  comments: readonly Comment[]
  /** Why no comment can be added or changed; undefined when it can. */
  reason: string | undefined
}

/** A task's comments, oldest first. Authors change and delete their own. */
export function Comments({ task, comments, reason }: Props) {
  const me = useMe()
  const { putComment, removeComment } = useCommentCache(task)
  const { changed, update, react } = useCommentChanges(task, comments)
  const composer = useRef<Composer>(null)
  const filesOf = Map.groupBy(task.files, ({ comment }) => comment)
  const { mutateAsync: remove } = useChange(api.comments.remove, {
    touches: [],
    shows: taskReads,
    onAnswer: (_, { params }) => removeComment(Number(params.comment_id)),
  })
  // Its files come back with it.
  const { mutateAsync: restore } = useChange(api.comments.restore, { touches: taskReads, onAnswer: putComment })
  const removed = usePending(api.comments.remove).map(({ params }) => Number(params.comment_id))
  const shown = withPending(changed, { removed })
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
      <Group gap="xs">
        <Title order={2} id="comments" fz="var(--text-title)">
          Comments {shown.length > 0 && <Count>{shown.length}</Count>}
        </Title>
        <HistoryToggle />
      </Group>
      {shown.length + waiting.length === 0 && (
        <Text inherit c="dimmed" my="xs">
          No comments yet. Questions and answers about this task go here.
        </Text>
      )}
      <Flex component="ol" direction="column" gap="md" mt="sm" mb="md" className={styles.list}>
        <CommentsAndHistory task={task} comments={shown} reason={reason}>
          {(comment) => (
            <CommentItem
              comment={comment}
              files={filesOf.get(comment.id) ?? []}
              place={{ project: task.project }}
              {...(!reason && { react, composer })}
              {...(comment.author === me.id && !reason && { update, remove: confirmRemoval })}
            />
          )}
        </CommentsAndHistory>
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
      <NewComment task={task} composer={composer} reason={reason} />
    </section>
  )
}
