import type { Change, Comment, Task } from 'contract'
import { Fragment, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useIsOffline } from '../api/offline.ts'
import { idle } from '../ui/idle.ts'
import { HistoryFailed } from './HistoryFailed.tsx'
import { useIsHistoryShown } from './shown.ts'

/** The lines above each comment, by its id, and those after the last one. */
export type ShownLines = ReadonlyMap<number | 'end', ReactNode>
/** The function that puts a former text of a description back, for who may change it. */
export type RestoreOf = (change: Change) => (text: string) => Promise<unknown>

export type HistoryReaderProps = {
  task: Pick<Task, 'id' | 'key' | 'version'>
  comments: readonly Comment[]
  restoreOf: RestoreOf | undefined
  show: (lines: ShownLines) => void
}

type Props = Pick<HistoryReaderProps, 'task' | 'comments' | 'restoreOf'> & { children: (comment: Comment) => ReactNode }

const none: ShownLines = new Map()

/** Loads when the page is there, since nobody waits for it. It renders nothing, so that the comments stay mounted. */
const TaskHistory = lazy(() =>
  idle()
    .then(() => import('./TaskHistory.tsx'))
    .catch(() => ({ default: NotLoaded })),
)

/** A task's comments with the lines of its history between them, as items of a list. */
export function WithHistory({ children, comments, ...rest }: Props) {
  const [isShown] = useIsHistoryShown()
  const [lines, show] = useState(none)
  const shown = isShown ? lines : none
  return (
    <>
      {comments.map((comment) => (
        <Fragment key={comment.id}>
          {shown.get(comment.id)}
          {children(comment)}
        </Fragment>
      ))}
      {shown.get('end')}
      {isShown && (
        <Suspense>
          <TaskHistory {...rest} comments={comments} show={show} />
        </Suspense>
      )}
    </>
  )
}

function NotLoaded({ show }: HistoryReaderProps) {
  const isOffline = useIsOffline()
  useEffect(() => {
    show(isOffline ? none : new Map([['end', <HistoryFailed key="failed" retry={loadPageAgain} />]]))
  }, [isOffline, show])
  return null
}

/** Only a full page load fetches a module again that has failed to load. */
const loadPageAgain = () => window.location.reload()
