import { type Comment, type Reaction, reactions } from 'contract'

type Reactions = Comment['reactions']
type Person = Reactions[number]['people'][number]

/** The reactions once this person has chosen exactly these. */
export function withReactionsOf(all: Reactions, person: Person, chosen: readonly Reaction[]): Reactions {
  return reactions.flatMap((reaction) => {
    const before = all.find((each) => each.reaction === reaction)?.people ?? []
    const others = before.filter(({ id }) => id !== person.id)
    const isNew = others.length === before.length
    const people = !chosen.includes(reaction) ? others : isNew ? [...before, person] : before
    return people.length ? [{ reaction, people }] : []
  })
}
