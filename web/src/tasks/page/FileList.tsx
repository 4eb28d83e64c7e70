import { ActionIcon } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, inWords, type WorkFile } from 'contract'
import { useChange, usePending } from '../../api/data.ts'
import { withPending } from '../../api/pending.ts'
import { contentOf } from '../../files/addresses.ts'
import { FileLink } from '../../files/FileLink.tsx'
import { useViewer } from '../../files/useViewer.tsx'
import { useHighlight } from '../../live/highlights.ts'
import { useMe } from '../../session/session.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { offerUndo } from '../../ui/feedback/undo.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { taskReads as shows, taskCache } from '../data/cache.ts'
import { succeeds } from '../data/changes.ts'
import { keepFocusNearby } from '../parts/keepFocusNearby.ts'
import styles from './FileList.module.css'

type Props = {
  task_id: number
  files: readonly WorkFile[]
  /** Why no file can be deleted; undefined when it can. */
  reason: string | undefined
}

/** A task's files, oldest first. Those who attached them and the project's manager delete them. */
export default function FileList({ task_id, files, reason }: Props) {
  const me = useMe()
  const remove = useRemoval(task_id)
  const removed = usePending(api.files.remove).map(({ params }) => Number(params.file_id))
  const shown = withPending(files, { removed })
  const { open, viewer } = useViewer(shown)
  return (
    <>
      <ul className={styles.list}>
        {shown.map((file) => {
          const mayRemove = !reason && (me.role === 'project_manager' || file.uploaded_by.id === me.id)
          return <Row key={file.id} file={file} open={open} remove={mayRemove ? remove : undefined} />
        })}
      </ul>
      {viewer}
    </>
  )
}

/** Deletes a file after a confirmation, and offers to undo it. */
function useRemoval(task_id: number) {
  const { putFile, removeFile } = taskCache(useQueryClient())
  const { mutateAsync: remove } = useChange(api.files.remove, {
    touches: [],
    shows,
    onAnswer: (_, { params }) => removeFile(task_id, Number(params.file_id)),
  })
  const { mutateAsync: restore } = useChange(api.files.restore, {
    touches: [],
    shows,
    onAnswer: (file) => putFile(task_id, file),
  })
  return async ({ id, name }: WorkFile) => {
    const question = { title: 'Delete this file?', message: `"${name}" will be deleted.`, isDangerous: true }
    const args = { params: { file_id: String(id) } }
    if (!(await confirm(question)) || !(await succeeds(remove(args), 'Failed to delete file.'))) return
    offerUndo({
      message: 'File deleted successfully.',
      undo: () => restore(args),
      undone: 'File restored.',
      failed: 'Failed to restore file.',
    })
  }
}

type RowProps = {
  file: WorkFile
  open: (id: number) => void
  remove: ((file: WorkFile) => Promise<void>) | undefined
}

function Row({ file, open, remove }: RowProps) {
  const { id, name, size, uploaded_by, created_at } = file
  const save = { href: contentOf(file), download: name }
  return (
    <li id={`file-${id}`} className={styles.row} {...useHighlight('file', id)}>
      <FileLink file={file} open={open} className={styles.what} />
      <span className={`${styles.facts} fine`}>
        <span className="tabular">{inWords(size)}</span>
        <span className="truncate">{uploaded_by.full_name}</span>
        <RelativeTime at={created_at} />
      </span>
      <span className={styles.actions}>
        <ActionIcon
          component="a"
          {...save}
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`Download ${name}`}
          title="Download"
        >
          <IconDownload size={15} />
        </ActionIcon>
        {remove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={`Delete ${name}`}
            title="Delete"
            onClick={({ currentTarget }) => void keepFocusNearby(currentTarget, () => remove(file))}
          >
            <IconTrash size={15} />
          </ActionIcon>
        )}
      </span>
    </li>
  )
}
