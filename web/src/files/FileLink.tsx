import { UnstyledButton } from '@mantine/core'
import { contentOf, isViewable, type ShownFile } from './addresses.ts'
import styles from './FileLink.module.css'
import { FileMark } from './FileMark.tsx'
import { FileName } from './FileName.tsx'

type Props = { file: ShownFile; open: (id: number) => void; className?: string | undefined }

/** Opens images and PDFs in the viewer, and downloads other files. */
export function FileLink({ file, open, className = '' }: Props) {
  const { id, name } = file
  const content = (
    <>
      <FileMark file={file} />
      <FileName>{name}</FileName>
    </>
  )
  return isViewable(file) ? (
    <UnstyledButton className={`${styles.link} ${className}`} aria-haspopup="dialog" onClick={() => open(id)}>
      {content}
    </UnstyledButton>
  ) : (
    <a className={`${styles.link} ${className}`} href={contentOf(file)} download={name}>
      {content}
    </a>
  )
}
