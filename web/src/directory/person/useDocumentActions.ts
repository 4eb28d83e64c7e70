import { useQueryClient } from '@tanstack/react-query'
import { api, type Document } from 'contract'
import { useChange } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { offerUndo } from '../../ui/feedback/undo.tsx'
import { putDocument } from './records.ts'

const shows = [api.directory.get]
const about = ({ id }: Document) => ({ params: { document_id: String(id) } })

/** The actions of HR on a person's documents. */
export function useDocumentActions(person_id: number) {
  const client = useQueryClient()
  const put = (document: Document) => putDocument(client, person_id, document.id, document)
  const { mutateAsync: update } = useChange(api.documents.update, { touches: [], shows, onAnswer: put })
  const { mutateAsync: erase } = useChange(api.documents.remove, {
    touches: [],
    shows,
    onAnswer: (_, { params }) => putDocument(client, person_id, Number(params.document_id)),
  })
  const { mutateAsync: restore } = useChange(api.documents.restore, { touches: [], shows, onAnswer: put })
  return {
    rename: (document: Document, name: string) => update({ ...about(document), body: { name } }),

    async setExpiry(document: Document, day: string) {
      if (day === (document.expires_on ?? '')) return
      try {
        await update({ ...about(document), body: { expires_on: day || null } })
        toast.success(day ? 'Expiry date saved.' : 'Expiry date removed.', quick)
      } catch (error) {
        toast.error(messageOf(error, 'The expiry date could not be saved.'), quick)
      }
    },

    async remove(document: Document) {
      const question = { title: 'Delete document', message: `Delete "${document.name}"?`, isDangerous: true }
      if (!(await confirm(question))) return
      const args = about(document)
      try {
        await erase(args)
      } catch (error) {
        return toast.error(messageOf(error, 'The document could not be deleted.'), quick)
      }
      offerUndo({
        message: 'Document deleted.',
        undo: () => restore(args),
        undone: 'Document restored.',
        failed: 'The document could not be restored.',
      })
    },
  }
}
export type DocumentActions = ReturnType<typeof useDocumentActions>
