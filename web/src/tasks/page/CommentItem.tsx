import { ActionIcon, Box, Flex, Group, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Comment, WorkFile } from 'contract'
import { lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { draftOf, keepDraft } from '../../api/drafts.ts'
import { openVersions } from '../../history/versions.ts'
import { useHighlight } from '../../live/highlights.ts'
import { useMe } from '../../session/session.ts'
import { Draft } from '../../ui/form/InlineField.tsx'
import type { Place } from '../../ui/form/markdown/place.ts'
import { idle } from '../../ui/idle.ts'
import { formatMoment } from '../../ui/text/dates.ts'
import { Initials } from '../../ui/text/Initials.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { succeeds } from '../data/changes.ts'
import { keepFocusNearby } from '../parts/keepFocusNearby.ts'
import styles from './Comments.module.css'
import { loadLater } from './comment/load.ts'
import type { Composer } from './comment/quote.ts'
import type { CommentChange } from './comment/useCommentChanges.ts'
import type { SetReactions } from './comment/useReactions.ts'

const FileChips = lazy(() => import('../../files/FileChips.tsx'))
// Without this file, comments are only shown.
const nothing = () => ({ default: () => null })
const Reactions = lazy(() => loadLater().then(({ Reactions }) => ({ default: Reactions }), nothing))
const CommentTools = lazy(() =>
  idle()
    .then(loadLater)
    .then(({ CommentTools }) => ({ default: CommentTools }), nothing),
)
const CommentEditor = lazy(() => loadLater().then(({ CommentEditor }) => ({ default: CommentEditor })))

type Props = {
  comment: Comment
  files: readonly WorkFile[]
  place: Place
  /** Receives quotes. Absent, as `react`, while nothing can be added to the task. */
  composer?: RefObject<Composer | null>
  react?: SetReactions
  /** Absent, as `remove`, if this person can't change the comment. */
  update?: (id: number, change: CommentChange) => Promise<unknown>
  remove?: (id: number) => Promise<void>
}

export function CommentItem({ comment, files, place, composer, react, update, remove }: Props) {
  const { id, text, author, author_name, reactions } = comment
  const me = useMe()
  const content = useRef<HTMLDivElement>(null)
  const draftKey = `edited comment ${me.id} ${id}`
  const [mode, setMode] = useState(() => (update && draftOf(draftKey) ? 'draft' : 'shown'))
  const edit = () => setMode('edited')
  const close = () => setMode('shown')
  const shown = text && (
    <div ref={content} className={styles.text}>
      <Markdown setCheckBox={update && ((check_box) => succeeds(update(id, { check_box })))}>{text}</Markdown>
    </div>
  )
  return (
    <Flex component="li" id={`comment-${id}`} gap="sm" {...useHighlight('comment', id)}>
      <Initials id={author} name={author_name} />
      <Box flex={1} miw={0}>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Byline comment={comment} update={update} />
          {mode !== 'edited' && <Actions {...{ comment, content, composer, react, remove }} edit={update && edit} />}
        </Group>
        {mode === 'edited' && update ? (
          <Suspense fallback={shown}>
            <CommentEditor comment={comment} place={place} draftKey={draftKey} update={update} close={close} />
          </Suspense>
        ) : (
          shown
        )}
        {mode === 'draft' && update && (
          <Draft
            edit={edit}
            discard={() => {
              keepDraft(draftKey, '')
              close()
            }}
          />
        )}
        <CommentFiles text={text} files={files} />
        {reactions.length > 0 && (
          <div className={styles.reactions}>
            <Suspense>
              <Reactions comment={comment} react={react} />
            </Suspense>
          </div>
        )}
      </Box>
    </Flex>
  )
}

type ActionsProps = { [Name in 'composer' | 'react' | 'remove']: Props[Name] | undefined } & {
  comment: Comment
  content: RefObject<HTMLElement | null>
  edit: (() => void) | undefined
}

function Actions({ comment, content, composer, react, edit, remove }: ActionsProps) {
  return (
    <div className={styles.actions}>
      {composer && react && (
        <div className={styles.tools} data-is-own={edit !== undefined}>
          <Suspense>
            <CommentTools {...{ comment, content, composer, react, edit }} />
          </Suspense>
        </div>
      )}
      {remove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label="Delete comment"
          title="Delete comment"
          onClick={({ currentTarget }) => void keepFocusNearby(currentTarget, () => remove(comment.id))}
        >
          <IconTrash size={15} />
        </ActionIcon>
      )}
    </div>
  )
}

function Byline({ comment, update }: { comment: Comment; update: Props['update'] | undefined }) {
  const { id, author_name, created_at, edited_at } = comment
  return (
    <Group className={styles.byline} gap="xs" flex={1} miw={0}>
      <Text inherit component="strong" fw="var(--weight-medium)">
        {author_name}
      </Text>
      <Box component="span" className="fine" flex="none">
        <RelativeTime at={created_at} />
      </Box>
      {edited_at && (
        <button
          type="button"
          className={styles.edited}
          title={formatMoment(edited_at)}
          aria-label={`Edited ${formatMoment(edited_at)}: show earlier versions`}
          onClick={() => openVersions({ comment_id: id }, update && { restore: (text) => update(id, { text }) })}
        >
          edited
        </button>
      )}
    </Group>
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
