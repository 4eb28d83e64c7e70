import { Group, Title } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Task } from 'contract'
import { lazy, Suspense } from 'react'
import { attach } from '../../files/attach.ts'
import { useFileChooser } from '../../files/useFileChooser.tsx'
import { Delayed, SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Part } from '../../ui/feedback/Loaded.tsx'
import { ReasonedButton } from '../../ui/form/ReasonedButton.tsx'
import { idle } from '../../ui/idle.ts'
import { Count } from '../../ui/text/Count.tsx'

// Most tasks have no files.
const FileList = lazy(() => import('./FileList.tsx'))
const DropZone = lazy(() =>
  idle()
    .then(() => import('../../files/DropZone.tsx'))
    .catch(() => ({ default: () => null })),
)

type Props = {
  task: Pick<Task, 'id' | 'files'>
  /** Why no file can be attached or deleted; undefined when it can. */
  reason: string | undefined
}

/** A task's files. More are attached by the button, by dropping them on the page, and by pasting. */
export function Files({ task, reason }: Props) {
  const client = useQueryClient()
  const { id: task_id, files } = task
  const add = (chosen: readonly File[]) => {
    if (chosen.length > 0) void attach(client, chosen, { task_id })
  }
  const { choose, input } = useFileChooser(add)
  if (reason && files.length === 0) return null
  return (
    <section aria-labelledby="files">
      <Group justify="space-between" gap="sm" mb="xs">
        <Title order={2} id="files" fz="var(--text-title)">
          Files {files.length > 0 && <Count>{files.length}</Count>}
        </Title>
        <ReasonedButton
          variant="default"
          size="xs"
          leftSection={<IconPaperclip size={16} aria-hidden />}
          reason={reason}
          onClick={choose}
        >
          Attach files
        </ReasonedButton>
        {input}
      </Group>
      {files.length > 0 && (
        <Part failed="Failed to load files.">
          <Suspense
            fallback={
              <Delayed>
                <SkeletonRows rows={files.length} height={44} />
              </Delayed>
            }
          >
            <FileList task_id={task_id} files={files} reason={reason} />
          </Suspense>
        </Part>
      )}
      {!reason && (
        <Suspense>
          <DropZone label="Drop files to attach them to this task" onFiles={add} />
        </Suspense>
      )}
    </section>
  )
}
