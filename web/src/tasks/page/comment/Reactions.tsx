import type { Comment } from 'contract'
import type { ReactNode } from 'react'
import styles from './Reactions.module.css'
import { type SetReactions, useReactions } from './useReactions.ts'

type Props = {
  comment: Pick<Comment, 'id' | 'reactions'>
  /** Absent where nobody can react. */
  react?: SetReactions | undefined
}

/** The reactions to a comment, each with the number of people who have chosen it. */
export function Reactions({ comment, react }: Props): ReactNode {
  const { chosen, toggle } = useReactions(comment, react)
  return (
    <div className={styles.reactions}>
      {comment.reactions.map(({ reaction, people }) => {
        const isOwn = chosen.includes(reaction)
        const label = `${reaction} ${people.length}: ${people.map(({ full_name }) => full_name).join(', ')}`
        const shown = { className: styles.reaction, 'aria-label': label, title: label, 'data-is-own': isOwn }
        const content = (
          <>
            {reaction} <span className="tabular">{people.length}</span>
          </>
        )
        if (!react)
          return (
            <span key={reaction} role="img" {...shown}>
              {content}
            </span>
          )
        return (
          <button
            key={reaction}
            type="button"
            aria-pressed={isOwn}
            {...shown}
            onClick={({ currentTarget }) => {
              if (isOwn && people.length === 1) focusNeighbour(currentTarget)
              toggle(reaction)
            }}
          >
            {content}
          </button>
        )
      })}
    </div>
  )
}

/** For a button that is about to disappear. */
function focusNeighbour(button: HTMLElement) {
  const next =
    button.nextElementSibling ?? button.previousElementSibling ?? button.closest('li')?.querySelector('[aria-label="React"]')
  if (next instanceof HTMLElement) next.focus()
}
