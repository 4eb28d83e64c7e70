import { Stack } from '@mantine/core'
import { api, type Project } from 'contract'
import { useMemo } from 'react'
import { useKnownWhole } from '../api/pages.ts'
import { Delayed, SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { EarlierChanges } from './EarlierChanges.tsx'
import { HistoryEntry } from './HistoryEntry.tsx'
import { HistoryFailed } from './HistoryFailed.tsx'
import { linesNewestFirst } from './lines.ts'
import { historyOfProject, useChanges } from './read.ts'

type Props = {
  project: Pick<Project, 'id' | 'version'>
  /** Puts a former description back. Absent for who may not change it. */
  restore: ((text: string) => Promise<unknown>) | undefined
}

/** A project's history, the newest line first. */
export default function ProjectHistory({ project: { id, version }, restore }: Props) {
  // Tasks that are deleted or brought back change their number, but not the project's version.
  const tasks = useKnownWhole(api.tasks.list, { query: { project: String(id) } })?.count
  const { changes, hasFailed, retry, hasEarlier, isReadingEarlier, showEarlier } = useChanges(
    historyOfProject(id),
    `${version} ${tasks}`,
  )
  const lines = useMemo(() => linesNewestFirst(changes ?? []), [changes])
  const restoreOf = restore && (() => restore)
  if (!changes && !hasFailed)
    return (
      <Delayed>
        <SkeletonRows rows={3} height={32} />
      </Delayed>
    )
  return (
    <Stack gap="sm" renderRoot={(props) => <ol {...props} />}>
      {lines.map((line) => (
        <HistoryEntry key={line.id} line={line} thing="project" restoreOf={restoreOf} />
      ))}
      {hasEarlier && <EarlierChanges isReading={isReadingEarlier} show={showEarlier} />}
      {hasFailed && <HistoryFailed retry={retry} />}
      {changes?.length === 0 && <li className="dimmed">Nothing has been changed yet.</li>}
    </Stack>
  )
}
