import { z } from 'zod'
import { checkBoxChange, choice, editedFrom, id, idText, NamedPerson, Nothing, ruled, timestamp } from './common.ts'
import { workspace } from './endpoint.ts'
import { fileProblems, mostFilesAtOnce } from './files.ts'
import { optionalTextRule, required, textRule } from './rules.ts'

export const reactions = ['👍', '👎', '😄', '🎉', '😕', '❤️', '🚀', '👀'] as const
export type Reaction = (typeof reactions)[number]

export const Comment = z.object({
  id,
  text: z.string(),
  author: id,
  author_name: z.string(),
  created_at: timestamp,
  /** When its text was last changed, apart from check boxes. Null if it never was. */
  edited_at: timestamp.nullable(),
  /** The chosen ones in the order of `reactions`, each with its people in the order in which they chose it. */
  reactions: z.array(z.object({ reaction: z.enum(reactions), people: z.array(NamedPerson) })),
})
export type Comment = z.output<typeof Comment>

const comment = z.object({ comment_id: idText })

const commentText = { max: 5000 }
const anyCommentText = ruled({ ...optionalTextRule(commentText), empty: required })
/** A comment has text or files. The rest is judged by its schema. */
export const commentTextProblems = ({ text, files }: { text: string; files: readonly unknown[] }) =>
  files.length ? [] : textRule(commentText).problems(text)

export const comments = {
  /** `files` are drafts that the caller has attached to the task, which become the comment's. With them, the text may be empty. */
  create: workspace({
    route: 'POST /api/comments/',
    is_repeatable: true,
    access: ['tenant_admin', 'project_manager', 'developer'],
    status: 201,
    body: z.object({
      content_type: z.literal('task', 'Comments are for tasks only.'),
      object_id: id,
      text: anyCommentText,
      files: z.array(id, 'Not a valid list.').max(mostFilesAtOnce, fileProblems.tooMany).default([]),
    }),
    returns: Comment,
  }),
  /** Only its author may. One with files may have no text. */
  update: workspace({
    route: 'PATCH /api/comments/:comment_id/',
    is_repeatable: true,
    access: ['tenant_admin', 'project_manager', 'developer'],
    params: comment,
    body: z
      .object({
        text: anyCommentText,
        /** Sent instead of a text. */
        check_box: checkBoxChange,
        edited_from: editedFrom('text'),
      })
      .partial(),
    returns: Comment,
  }),
  /** Replaces the caller's reactions to the comment by these. */
  react: workspace({
    route: 'PUT /api/comments/:comment_id/reactions/',
    is_repeatable: true,
    access: ['tenant_admin', 'project_manager', 'developer'],
    params: comment,
    body: z.object({
      reactions: z.array(choice(reactions), 'Not a valid list.').max(reactions.length, `Choose at most ${reactions.length}.`),
    }),
    returns: Comment,
  }),
  remove: workspace({
    route: 'DELETE /api/comments/:comment_id/',
    access: ['tenant_admin', 'project_manager', 'developer'],
    status: 204,
    params: comment,
    returns: Nothing,
  }),
  restore: workspace({
    route: 'POST /api/comments/:comment_id/restore/',
    access: ['tenant_admin', 'project_manager', 'developer'],
    params: comment,
    returns: Comment,
  }),
}
