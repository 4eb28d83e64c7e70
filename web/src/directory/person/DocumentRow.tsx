import { ActionIcon, Anchor } from '@mantine/core'
import { IconDownload, IconPencil, IconTrash } from '@tabler/icons-react'
import { type Document, inWords } from 'contract'
import { FileMark } from '../../files/FileMark.tsx'
import { FileName } from '../../files/FileName.tsx'
import { useToday } from '../../session/today.ts'
import { keepFocusNearby } from '../../tasks/parts/keepFocusNearby.ts'
import { DateMenu } from '../../ui/form/DateMenu.tsx'
import { RowButton } from '../../ui/list/RowButton.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { Expiry, expiryOf } from './expiry.tsx'
import styles from './Person.module.css'
import type { DocumentActions } from './useDocumentActions.ts'

type Props = {
  document: Document
  /** Absent for those who only read. */
  actions: (Pick<DocumentActions, 'setExpiry' | 'remove'> & { rename: () => void }) | undefined
}

const icon = { variant: 'subtle', color: 'gray', c: 'dimmed', size: 32 } as const

export function DocumentRow({ document, actions }: Props) {
  const { id, name, size, uploaded_by, created_at } = document
  const save = { href: `/api/documents/${id}/content/`, download: name }
  return (
    <li className={styles.document}>
      <FileMark file={{ id, name, preview: null }} />
      <div className={styles.what}>
        <Anchor {...save} inherit className={styles.fileName} title={name}>
          <FileName>{name}</FileName>
        </Anchor>
        <div className={`${styles.text} fine`}>
          {inWords(size)} · {uploaded_by.full_name} · <RelativeTime at={created_at} />
        </div>
      </div>
      <div className={styles.expiry}>
        <Validity document={document} setExpiry={actions?.setExpiry} />
      </div>
      <div className={styles.actions}>
        <ActionIcon component="a" {...save} {...icon} aria-label={`Download ${name}`} title="Download">
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
        {actions && (
          <>
            <RowButton icon={IconPencil} title="Rename" of={name} onClick={actions.rename} />
            <RowButton
              icon={IconTrash}
              title="Delete"
              of={name}
              onClick={({ currentTarget }) => void keepFocusNearby(currentTarget, () => actions.remove(document))}
            />
          </>
        )}
      </div>
    </li>
  )
}

type ValidityProps = { document: Document; setExpiry: DocumentActions['setExpiry'] | undefined }

/** The last day of a document, which HR chooses in place. */
function Validity({ document, setExpiry }: ValidityProps) {
  const today = useToday()
  const { name, expires_on } = document
  const shown = expires_on && <Expiry day={expires_on} today={today} />
  if (!setExpiry) return shown
  return (
    <DateMenu
      label={
        expires_on ? `${expiryOf(expires_on, today).words}: change the expiry date of ${name}` : `Set expiry date of ${name}`
      }
      title="Set the expiry date"
      className={styles.setExpiry}
      value={expires_on ?? ''}
      today={today}
      choose={(day) => void setExpiry(document, day)}
    >
      {shown || <span className="fine">Set expiry date</span>}
    </DateMenu>
  )
}
