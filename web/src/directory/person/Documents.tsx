import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, type DirectoryPerson, type Document, may } from 'contract'
import { usePending } from '../../api/data.ts'
import { withPending } from '../../api/pending.ts'
import { attach } from '../../files/attach.ts'
import { useFileChooser } from '../../files/useFileChooser.tsx'
import { useMe } from '../../session/session.ts'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { Count } from '../../ui/text/Count.tsx'
import { DocumentRow } from './DocumentRow.tsx'
import styles from './Person.module.css'
import { PersonSection } from './PersonSection.tsx'
import { RenameDocument } from './RenameDocument.tsx'
import { useDocumentActions } from './useDocumentActions.ts'
import { useWhoSees } from './whoSees.ts'

type Props = { person: DirectoryPerson; documents: readonly Document[] }

/** The documents that HR keeps about a person, the newest last. */
export function Documents({ person, documents }: Props) {
  const { role } = useMe()
  const shown = useDocumentsWithPending(documents)
  const actions = useDocumentActions(person.id)
  const { dialog, open, close } = useDialog<Document>()
  const mayEdit = may(role, api.documents.update)
  return (
    <PersonSection
      id="documents"
      title={<>Documents {shown.length > 0 && <Count>{shown.length}</Count>}</>}
      note={useWhoSees(person)}
      actions={mayEdit && <Upload person={person} />}
    >
      {shown.length > 0 ? (
        <ul className={styles.list} aria-labelledby="documents">
          {shown.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              actions={mayEdit ? { ...actions, rename: () => open(document) } : undefined}
            />
          ))}
        </ul>
      ) : (
        <span className="dimmed">No documents yet.</span>
      )}
      {dialog && <RenameDocument document={dialog} rename={actions.rename} close={close} />}
    </PersonSection>
  )
}

/** The list with the changes that the server has not confirmed. */
function useDocumentsWithPending(documents: readonly Document[]) {
  const changes = usePending(api.documents.update)
  const removals = usePending(api.documents.remove)
  return withPending(documents, {
    // The bodies were built from documents; the contract's input type is wider.
    changes: changes.map(({ params, body }) => ({ id: Number(params.document_id), change: body as Partial<Document> })),
    removed: removals.map(({ params }) => Number(params.document_id)),
  })
}

function Upload({ person }: { person: DirectoryPerson }) {
  const client = useQueryClient()
  const { choose, input } = useFileChooser((files) => {
    if (files.length > 0) void attach(client, files, { person_id: person.id })
  })
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconUpload size={16} aria-hidden />} onClick={choose}>
        Upload Documents
      </Button>
      {input}
    </>
  )
}
