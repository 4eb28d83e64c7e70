import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { inWords, type WorkFile } from 'contract'
import styles from './FileChips.module.css'
import { FileLink } from './FileLink.tsx'
import { useViewer } from './useViewer.tsx'

type Props = {
  /** The accessible name of the list. */
  label: string
  files: readonly WorkFile[]
  /** Offered beside each file, if it is given. */
  remove?: (file: WorkFile) => void
}

/** The files of a comment, side by side. */
export default function FileChips({ label, files, remove }: Props) {
  const { open, viewer } = useViewer(files)
  return (
    <>
      <ul className={styles.chips} aria-label={label}>
        {files.map((file) => (
          <li key={file.id} className={styles.chip}>
            <FileLink file={file} open={open} />
            <span className="fine tabular">{inWords(file.size)}</span>
            {remove && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={`Remove ${file.name}`}
                title="Remove"
                onClick={() => remove(file)}
              >
                <IconX size={15} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {viewer}
    </>
  )
}
