import { type Args, api, type Comment, type Reaction, type Task } from 'contract'
import { type CheckBoxChange, withCheckBox } from 'contract/markdown'
import { useChange, usePending } from '../../../api/data.ts'
import { withPending } from '../../../api/pending.ts'
import { useMe } from '../../../session/session.ts'
import { taskReads } from '../../data/cache.ts'
import '../../data/queued.ts'
import { useCommentCache } from '../useCommentCache.ts'
import { withReactionsOf } from './reactions.ts'

export type CommentChange = { text: string; edited_from?: { text?: string } } | { check_box: CheckBoxChange }
type Pending = { text?: string | undefined; check_box?: CheckBoxChange | undefined; reactions?: readonly Reaction[] }

/** A comment lacks these in what the server remembers of an earlier release. */
const since: Pick<Comment, 'edited_at' | 'reactions'> = { edited_at: null, reactions: [] }

const rowOf = (params: Args<typeof api.comments.update>['params']) => Number(params.comment_id)
/** The contract's input type is wider than what `react` sends. */
const chosenIn = (body: Args<typeof api.comments.react>['body']) => body.reactions as Reaction[]
const paramsOf = (id: number) => ({ params: { comment_id: String(id) } })

/** A task's comments with the changes of them that the server has not confirmed. Each change rejects when the server refuses it. */
export function useCommentChanges(task: Pick<Task, 'id'>, comments: readonly Comment[]) {
  const { id, name: full_name } = useMe()
  const { changeComment } = useCommentCache(task)
  const withOwn = (comment: Comment, chosen: readonly Reaction[]): Comment => ({
    ...comment,
    reactions: withReactionsOf(comment.reactions ?? [], { id, full_name }, chosen),
  })
  const { mutateAsync: update } = useChange(api.comments.update, {
    touches: [],
    shows: taskReads,
    onAnswer: ({ text, edited_at }, { params }) => changeComment(rowOf(params), (comment) => ({ ...comment, text, edited_at })),
  })
  const { mutateAsync: react } = useChange(api.comments.react, {
    touches: [],
    shows: taskReads,
    onAnswer: (_, { params, body }) => changeComment(rowOf(params), (comment) => withOwn(comment, chosenIn(body))),
  })
  const changes: { id: number; change: Pending }[] = [
    ...usePending(api.comments.update).map(({ params, body }) => ({ id: rowOf(params), change: body })),
    ...usePending(api.comments.react).map(({ params, body }) => ({ id: rowOf(params), change: { reactions: chosenIn(body) } })),
  ]
  const show = (comment: Comment, { text, check_box, reactions }: Pending) => {
    const ticked = check_box && withCheckBox(comment.text, check_box)
    const shown = { ...comment, text: text ?? ticked ?? comment.text }
    return reactions ? withOwn(shown, reactions) : shown
  }
  return {
    changed: withPending(
      comments.map((comment) => ({ ...since, ...comment })),
      { changes, show },
    ),
    update: (comment_id: number, body: CommentChange) => update({ ...paramsOf(comment_id), body }),
    react: (comment_id: number, reactions: Reaction[]) => react({ ...paramsOf(comment_id), body: { reactions } }),
  }
}
