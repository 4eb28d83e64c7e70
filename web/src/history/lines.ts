// Makes lines of the changes of a task or project: one line for the changes of one person within a few minutes.
import { type Change, changedFields, longFields } from 'contract'

/** Milliseconds from the first to the last change of a line. */
const longestLine = 5 * 60_000

/** Changes of one thing by one person, oldest first. `id` is that of the first, and `at` is the time of the last one. */
export type HistoryLine = Pick<Change, 'id' | 'at' | 'person' | 'subtask'> & { changes: readonly Change[] }

type Comment = { id: number; created_at: string }
/** The lines above each comment, by its id, and those after the last one. */
export type LinesByPlace = ReadonlyMap<number | 'end', readonly HistoryLine[]>

/** The changes as lines between the comments, oldest first. */
export function linesBetween(changes: readonly Change[], comments: readonly Comment[]): LinesByPlace {
  const inOrder = [...new Map(changes.map((change) => [change.id, change])).values()].sort((a, b) => a.id - b.id)
  const placed = Map.groupBy(inOrder, placesAmong(comments))
  return new Map([...placed].map(([place, together]) => [place, linesOf(together)]))
}

/** Lists the place of each change. Has to be called in the order of time. */
function placesAmong(comments: readonly Comment[]) {
  const times = comments.map(({ created_at }) => Date.parse(created_at))
  return ({ at }: Change) => {
    const next = times.findIndex((time) => time > Date.parse(at))
    return comments[next]?.id ?? 'end'
  }
}

/** Changes, oldest first, as lines, oldest first. */
function linesOf(changes: readonly Change[]) {
  const groups: Change[][] = []
  const newest = new Map<number | undefined, Change[]>()
  for (const change of changes) {
    const subject = change.subtask?.id
    const group = newest.get(subject)
    if (group?.[0] && belongTogether(group[0], change)) group.push(change)
    else {
      const begun = [change]
      groups.push(begun)
      newest.set(subject, begun)
    }
  }
  return groups.flatMap((group) => lineOf(group) ?? []).sort((a, b) => lastOf(a) - lastOf(b))
}

const belongTogether = (first: Change, change: Change) =>
  first.person.id === change.person.id && Date.parse(change.at) - Date.parse(first.at) <= longestLine

const lastOf = ({ changes }: HistoryLine) => Math.max(...changes.map(({ id }) => id))

/** One line for the changes. Undefined if they leave everything as it was. */
function lineOf(group: readonly Change[]): HistoryLine | undefined {
  const [first] = group
  const changes = group.reduce(withChange, [])
  const last = changes.toSorted((a, b) => a.id - b.id).at(-1)
  if (!first || !last) return undefined
  return { id: first.id, at: last.at, person: last.person, subtask: last.subtask, changes }
}

const singleFields: readonly string[] = changedFields

/** The changes with one more, which continues or undoes an earlier one of the same field. */
function withChange(changes: readonly Change[], change: Change): readonly Change[] {
  const isField = singleFields.includes(change.field)
  const index = changes.findIndex(({ field, before, after }) =>
    isField ? field === change.field : field === change.field && before === change.after && after === change.before,
  )
  const earlier = change.field === 'created' ? undefined : changes[index]
  if (!earlier) return [...changes, change]
  const isUndone = isField ? earlier.before === change.after && !longFields.includes(change.field) : true
  return isUndone ? changes.toSpliced(index, 1) : changes.with(index, { ...change, before: earlier.before })
}

/** The lines of a history without comments, newest first. */
export const linesNewestFirst = (changes: readonly Change[]) => (linesBetween(changes, []).get('end') ?? []).toReversed()
