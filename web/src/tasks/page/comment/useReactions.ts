import type { Comment, Reaction } from 'contract'
import { useMe } from '../../../session/session.ts'
import { succeeds } from '../../data/changes.ts'

/** Replaces the reactions of this person. */
export type SetReactions = (id: number, chosen: Reaction[]) => Promise<unknown>

/** The reactions to a comment that this person has chosen, and how they choose and take back one more. */
export function useReactions({ id, reactions }: Pick<Comment, 'id' | 'reactions'>, react: SetReactions | undefined) {
  const me = useMe()
  const chosen = reactions.filter(({ people }) => people.some((person) => person.id === me.id)).map(({ reaction }) => reaction)
  const toggle = (reaction: Reaction) => {
    const others = chosen.filter((each) => each !== reaction)
    const isChosen = others.length < chosen.length
    void succeeds(Promise.resolve(react?.(id, isChosen ? others : [...others, reaction])), 'Failed to react.')
  }
  return { chosen, toggle }
}
