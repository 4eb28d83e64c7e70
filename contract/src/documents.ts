// The documents that HR keeps about people. Only HR and the person see them.
import { z } from 'zod'
import { date, dateOrNull, FileBytes, id, idText, NamedPerson, Nothing, ruled, timestamp } from './common.ts'
import { workspace } from './endpoint.ts'
import { fileNameRule } from './files.ts'
import { workspaceRoles } from './roles.ts'

/** HR and the person are reminded so many days before a document expires. */
export const expiryReminders = [30, 7] as const

export const Document = z.object({
  id,
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** By the content, as of every file. */
  type: z.string(),
  uploaded_by: NamedPerson,
  /** The last day on which it is valid. */
  expires_on: date.nullable(),
  created_at: timestamp,
})
export type Document = z.output<typeof Document>

const params = z.object({ document_id: idText })

export const documents = {
  /** Always to be saved, never to be opened in the page. */
  content: workspace({ route: 'GET /api/documents/:document_id/content/', access: workspaceRoles, params, returns: FileBytes }),
  update: workspace({
    route: 'PATCH /api/documents/:document_id/',
    access: ['hr'],
    params,
    body: z.object({ name: ruled(fileNameRule), expires_on: dateOrNull }).partial(),
    returns: Document,
  }),
  remove: workspace({ route: 'DELETE /api/documents/:document_id/', access: ['hr'], status: 204, params, returns: Nothing }),
  /** Within the time for an undo, by those who have deleted it. */
  restore: workspace({ route: 'POST /api/documents/:document_id/restore/', access: ['hr'], params, returns: Document }),
}
