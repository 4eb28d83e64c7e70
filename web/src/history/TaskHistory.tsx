import type { ReactNode } from 'react'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { EarlierChanges } from './EarlierChanges.tsx'
import { HistoryEntry } from './HistoryEntry.tsx'
import { HistoryFailed } from './HistoryFailed.tsx'
import { holdPlace } from './holdPlace.ts'
import { linesBetween } from './lines.ts'
import { historyOfTask, useChanges } from './read.ts'
import type { HistoryReaderProps, ShownLines } from './WithHistory.tsx'

/** Reads a task's history and hands its lines to `show`. Renders nothing. */
export default function TaskHistory({ task, comments, restoreOf, show }: HistoryReaderProps) {
  const { changes, hasFailed, retry, hasEarlier, isReadingEarlier, showEarlier } = useChanges(
    historyOfTask(task.id),
    `${task.version} ${task.key}`,
  )
  const lines = useMemo(() => {
    const places = new Map<number | 'end', ReactNode[]>()
    for (const [place, found] of linesBetween(changes ?? [], comments))
      places.set(
        place,
        found.map((line) => <HistoryEntry key={`change ${line.id}`} line={line} thing="task" restoreOf={restoreOf} />),
      )
    // Earlier changes belong above the oldest of those that are there.
    const [oldest] = places.values()
    if (hasEarlier) oldest?.unshift(<EarlierChanges key="earlier" isReading={isReadingEarlier} show={showEarlier} />)
    if (hasFailed) places.set('end', [...(places.get('end') ?? []), <HistoryFailed key="failed" retry={retry} />])
    return places
  }, [changes, comments, restoreOf, hasEarlier, isReadingEarlier, showEarlier, hasFailed, retry])
  useShownInPlace(lines, show)
  return null
}

/** Shows the lines without moving what the person reads or writes. */
function useShownInPlace(lines: ShownLines, show: (lines: ShownLines) => void) {
  const release = useRef<() => void>(undefined)
  // After the lines are on the page. The parent renders this component again with them.
  useLayoutEffect(() => {
    release.current?.()
    release.current = undefined
  })
  useLayoutEffect(() => {
    release.current = holdPlace()
    show(lines)
  }, [lines, show])
}
