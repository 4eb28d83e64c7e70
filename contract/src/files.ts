// Files that are attached to tasks and their comments.
import { z } from 'zod'
import { FileBytes, id, idText, Nothing, ruled, timestamp } from './common.ts'
import { workspace } from './endpoint.ts'
import { workspaceRoles } from './roles.ts'
import { lineOf, lineRule, required, type TextRule } from './rules.ts'

/** How many bytes of a file one request brings. A slow connection sends so many within the time that a request may take. */
export const partBytes = 512 * 1024
/** How many files somebody attaches at once. */
export const mostFilesAtOnce = 10

/** A file's name, without a path. It names nothing on the server. */
export const fileNameRule: TextRule = {
  ...lineRule(),
  clean: (text) =>
    lineOf(
      text
        .toWellFormed()
        .replaceAll('\0', '')
        .replace(/^.*[/\\]/s, ''),
    ).replace(/^\.+$/, ''),
}

export const fileProblems = {
  empty: 'This file is empty.',
  tooLarge: (bytes: number) => `This file is larger than ${inWords(bytes)}.`,
  full: (bytes: number) =>
    `The files of this workspace would be more than ${inWords(bytes)}. Delete some first, or ask an administrator.`,
  tooMany: `Choose at most ${mostFilesAtOnce} files at once.`,
  busy: `${mostFilesAtOnce} of your files are still arriving. Wait until one of them is there.`,
} as const

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** A size in words: `25 MB`, `1.4 MB`. */
export function inWords(bytes: number) {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), units.length - 1)
  const value = bytes / 1024 ** power
  const digits = power > 0 && value < 10 ? 1 : 0
  return `${Number(value.toFixed(digits))} ${units[power]}`
}

export const WorkFile = z.object({
  id,
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** By the content, not by the name: `application/octet-stream` if that says nothing. */
  type: z.string(),
  /** The size of the large preview, in pixels. Null without previews. */
  preview: z.object({ width: z.number().int(), height: z.number().int() }).nullable(),
  uploaded_by: z.object({ id, full_name: z.string() }),
  /** The comment that it came with. */
  comment: id.nullable(),
  created_at: timestamp,
})
export type WorkFile = z.output<typeof WorkFile>

/** A file on its way. `received` is how many of its bytes are there. */
export const Upload = z.object({ id, received: z.number().int() })
export type Upload = z.output<typeof Upload>

const access = workspaceRoles
const upload = z.object({ upload_id: idText })
const file = z.object({ file_id: idText })

const notASize = 'Not a valid size.'
const size = z
  .number({ error: ({ input }) => (input === undefined || input === null ? required : notASize) })
  .int(notASize)
  .min(1, fileProblems.empty)
const offset = z
  .string(notASize)
  .regex(/^\d{1,12}$/, notASize)
  .default('0')
  .transform(Number)

/** A file arrives in parts of `partBytes`, in their order. A part that is sent again changes nothing. */
export const uploads = {
  /**
   * Refuses a file that is too large before any of its bytes arrive. With `is_draft`, nobody else sees the file until a comment names it. A draft
   * that no comment has named for a day is deleted.
   */
  start: workspace({
    route: 'POST /api/tasks/:task_id/uploads/',
    access: ['tenant_admin', 'project_manager', 'developer'],
    not_in_demo: true,
    is_repeatable: true,
    status: 201,
    params: z.object({ task_id: idText }),
    body: z.object({ name: ruled(fileNameRule), size, is_draft: z.boolean('Choose true or false.').default(false) }),
    returns: Upload,
  }),
  /** The same for a chat room. The file is a draft, until a message names it. */
  startInRoom: workspace({
    route: 'POST /api/chat-rooms/:room_id/uploads/',
    access,
    not_in_demo: true,
    is_repeatable: true,
    status: 201,
    params: z.object({ room_id: idText }),
    body: z.object({ name: ruled(fileNameRule), size }),
    returns: Upload,
  }),
  /** The same for a document about a person, which only they and HR see. */
  startOfDocument: workspace({
    route: 'POST /api/people/:person_id/uploads/',
    access: ['hr'],
    not_in_demo: true,
    is_repeatable: true,
    status: 201,
    params: z.object({ person_id: idText }),
    body: z.object({ name: ruled(fileNameRule), size }),
    returns: Upload,
  }),
  /** The same for a document of a request for leave that is still to be made. Nobody but the caller sees it until then. */
  startOfLeave: workspace({
    route: 'POST /api/leave/uploads/',
    access,
    not_in_demo: true,
    is_repeatable: true,
    status: 201,
    body: z.object({ name: ruled(fileNameRule), size }),
    returns: Upload,
  }),
  /**
   * Takes the part that begins at `offset`. If the server has more or fewer bytes than that, it takes nothing and says in `received` how
   * many it has. The last part makes the file, and answers it.
   */
  append: workspace({
    route: 'PUT /api/uploads/:upload_id/',
    access,
    not_in_demo: true,
    max_bytes: partBytes,
    params: upload,
    query: z.object({ offset }),
    body: FileBytes,
    returns: Upload.extend({ file: WorkFile.nullable() }),
  }),
  cancel: workspace({
    route: 'DELETE /api/uploads/:upload_id/',
    access,
    not_in_demo: true,
    status: 204,
    params: upload,
    returns: Nothing,
  }),
}

export const previewSizes = ['small', 'large'] as const

/**
 * Everybody who sees the task, or is in the room, reads its files. Those of a task are deleted by their uploader and the project's manager, within an
 * active project; those of a message stay with it.
 */
export const files = {
  /** Always to be saved, never to be opened in the page. */
  content: workspace({ route: 'GET /api/files/:file_id/content/', access, params: file, returns: FileBytes }),
  /** An image that has been drawn again: at most 320 pixels wide and high, or 2048. Files of other types have none. */
  preview: workspace({
    route: 'GET /api/files/:file_id/preview/',
    access,
    params: file,
    query: z.object({ size: z.enum(previewSizes, `Choose one of: ${previewSizes.join(', ')}.`).default('small') }),
    returns: FileBytes,
  }),
  remove: workspace({ route: 'DELETE /api/files/:file_id/', access, status: 204, params: file, returns: Nothing }),
  restore: workspace({ route: 'POST /api/files/:file_id/restore/', access, params: file, returns: WorkFile }),
  /** How many bytes the files of the workspace are, and how many they may be. Equal contents count once only towards what they may be. */
  usage: workspace({
    route: 'GET /api/workspace/files/',
    access: ['tenant_admin'],
    returns: z.object({ files: z.number().int(), bytes: z.number().int(), most_bytes: z.number().int() }),
  }),
}
