import { ActionIcon, Button, Input } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { inWords } from 'contract'
import type { ReactNode } from 'react'
import { FileMark } from '../../files/FileMark.tsx'
import { FileName } from '../../files/FileName.tsx'
import type { useDraftFiles } from '../../files/useDraftFiles.ts'
import { useFileChooser } from '../../files/useFileChooser.tsx'
import styles from './Request.module.css'

type Props = { drafts: ReturnType<typeof useDraftFiles>; isRequired: boolean; error: ReactNode }

/** The documents of a request that is still to be made. */
export function DocumentsField({ drafts: { files, add, remove, isArriving }, isRequired, error }: Props) {
  const { choose, input } = useFileChooser(add)
  return (
    <Input.Wrapper
      label="Documents"
      labelElement="div"
      withAsterisk={isRequired}
      error={error}
      errorProps={{ role: 'alert' }}
      description={isRequired ? 'This type needs at least one, such as a certificate.' : undefined}
    >
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Documents">
          {files.map((file) => (
            <li key={file.id} className="row">
              <FileMark file={{ ...file, preview: null }} />
              <FileName>{file.name}</FileName>
              <span className="fine tabular">{inWords(file.size)}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={`Remove ${file.name}`}
                title="Remove"
                onClick={() => remove(file)}
              >
                <IconX size={15} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          variant="default"
          size="xs"
          mt="2xs"
          loading={isArriving}
          leftSection={<IconPaperclip size={16} aria-hidden />}
          onClick={choose}
        >
          Add Documents
        </Button>
        {input}
      </div>
    </Input.Wrapper>
  )
}
