import { Box, Button, VisuallyHidden } from '@mantine/core'
import { lazy, memo, Suspense } from 'react'
import { useHighlight } from '../live/highlights.ts'
import { formatMoment } from '../ui/text/dates.ts'
import { Initials } from '../ui/text/Initials.tsx'
import { Markdown } from '../ui/text/Markdown.tsx'
import styles from './Message.module.css'
import type { MessageRow } from './rows.ts'
import { dayWords, timeOf } from './words.tsx'

const FileChips = lazy(() => import('../files/FileChips.tsx'))

type Props = MessageRow & {
  isProject: boolean
  /** The names of those who have seen it. Undefined hides the receipt. */
  seenBy: readonly string[] | undefined
  /** The connection is lost. */
  isWaiting: boolean
  retry: (temp_id: string) => void
  discard: (temp_id: string) => void
}

/** A message, with the day and the divider above it if it is the first of them. */
export const Message = memo(function Message(props: Props) {
  const {
    message,
    pending,
    content,
    files,
    sender,
    sender_name,
    timestamp,
    isOwn,
    isFirstOfDay,
    isFirstOfGroup,
    isFirstUnread,
    seenBy,
    isProject,
  } = props
  const highlighted = useHighlight('message', message?.id ?? 0)
  return (
    <>
      {isFirstOfDay && (
        <div className={styles.divider}>
          <span>{dayWords(timestamp)}</span>
        </div>
      )}
      {isFirstUnread && (
        <div className={styles.divider} data-is-new>
          <span>New messages</span>
        </div>
      )}
      <div {...highlighted} className={styles.row} data-is-own={isOwn} data-is-first={isFirstOfGroup}>
        {!isOwn && <span className={styles.mark}>{isFirstOfGroup && <Initials id={sender} name={sender_name} size={28} />}</span>}
        <div className={styles.what}>
          {isFirstOfGroup && (
            <div className={styles.who}>
              {isOwn ? (
                <VisuallyHidden>You</VisuallyHidden>
              ) : (
                <span className={styles.name} dir="auto">
                  {sender_name}
                </span>
              )}{' '}
              <time className="tabular" dateTime={timestamp} title={formatMoment(timestamp)}>
                {timeOf(timestamp)}
              </time>
            </div>
          )}
          {content && (
            <div className={styles.text} dir="auto" title={formatMoment(timestamp)} data-state={pending?.state}>
              <Markdown>{content}</Markdown>
            </div>
          )}
          {files.length > 0 && (
            <Suspense>
              <FileChips label="Files of this message" files={files} />
            </Suspense>
          )}
          <PendingState {...props} />
          {seenBy && (
            <div className={styles.state} title={seenBy.join(', ') || undefined}>
              {seenBy.length === 0 ? 'Sent' : isProject ? `Seen by ${seenBy.length}` : 'Seen'}
            </div>
          )}
        </div>
      </div>
    </>
  )
}, isSame)

function PendingState({ pending, isWaiting, retry, discard }: Props) {
  if (pending?.state === 'sending')
    return <div className={styles.state}>{isWaiting ? 'Waiting for the connection…' : 'Sending…'}</div>
  if (pending?.state !== 'failed') return null
  return (
    <Box className={styles.state} c="var(--mantine-color-error)" role="alert">
      Not sent. {pending.reason}{' '}
      <Button variant="subtle" color="red" size="compact-xs" onClick={() => retry(pending.temp_id)}>
        Retry
      </Button>
      <Button variant="subtle" color="gray" size="compact-xs" onClick={() => discard(pending.temp_id)}>
        Delete
      </Button>
    </Box>
  )
}

/** Rows are new objects in every render, but their values seldom change. */
function isSame(before: Props, now: Props) {
  return (Object.keys(now) as (keyof Props)[]).every(
    (name) =>
      Object.is(before[name], now[name]) ||
      name === 'retry' ||
      name === 'discard' ||
      (name === 'seenBy' && before.seenBy?.join() === now.seenBy?.join()),
  )
}
