import { ActionIcon, type ActionIconProps, Modal, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload, IconMaximize, IconMinimize } from '@tabler/icons-react'
import { contentOf, type ShownFile } from '../addresses.ts'
import styles from './FileViewer.module.css'

/** Pixels, for thumbs. */
const button: ActionIconProps = { size: 44, variant: 'subtle', color: 'gray' }

type Props = {
  files: readonly ShownFile[]
  file: ShownFile
  go: (step: 1 | -1) => void
  /** Absent until the file is shown, and for an image that is whole in its full size. */
  enlarging?: { isEnlarged: boolean; toggle: () => void }
}

/** The file's name, the buttons to the other files, and what can be done with this one. */
export const ViewerHead = ({ files, file, go, enlarging }: Props) => {
  const { name } = file
  const position = `${files.indexOf(file) + 1} of ${files.length}`
  return (
    <>
      <Modal.Title className={styles.name} title={name}>
        {name}
      </Modal.Title>
      {files.length > 1 && (
        <div className={styles.pager}>
          <ActionIcon {...button} aria-label="Previous file" onClick={() => go(-1)}>
            <IconChevronLeft size={22} aria-hidden />
          </ActionIcon>
          <span className="tabular dimmed">{position}</span>
          <ActionIcon {...button} aria-label="Next file" onClick={() => go(1)}>
            <IconChevronRight size={22} aria-hidden />
          </ActionIcon>
        </div>
      )}
      <div className={styles.actions}>
        {enlarging && (
          <ActionIcon {...button} aria-label="Enlarge" aria-pressed={enlarging.isEnlarged} onClick={enlarging.toggle}>
            {enlarging.isEnlarged ? <IconMinimize size={20} aria-hidden /> : <IconMaximize size={20} aria-hidden />}
          </ActionIcon>
        )}
        <ActionIcon {...button} component="a" href={contentOf(file)} download={name} aria-label={`Download ${name}`}>
          <IconDownload size={20} aria-hidden />
        </ActionIcon>
        <Modal.CloseButton size={44} iconSize={20} ml={0} />
      </div>
      <VisuallyHidden role="status">{`${name}, ${position}`}</VisuallyHidden>
    </>
  )
}
