// People and labels of a file, and who and what they stand for here.
import type { ImportPlan } from 'contract'
import { keyOfName as keyOf } from '../people/people-list.ts'

export type Member = { id: number; full_name: string; email: string }
export type KnownLabel = { id: number; name: string }

/** Counts names in the order in which they appear. */
class Tally<Match> {
  readonly #counts = new Map<string, { name: string; count: number; match: Match | null }>()

  add(name: string, match: Match | null) {
    const key = keyOf(name)
    const entry = this.#counts.get(key) ?? { name: [...name.trim()].slice(0, 100).join(''), count: 0, match }
    entry.count++
    this.#counts.set(key, entry)
  }

  /** The most frequent first. */
  get entries() {
    return [...this.#counts.values()].sort((a, b) => b.count - a.count).slice(0, mostListed)
  }
}

const mostListed = 200

export class People {
  readonly #byEmail: Map<string, Member>
  readonly #byName: Map<string, Member[]>
  readonly #tally = new Tally<Member>()

  constructor(members: readonly Member[]) {
    this.#byEmail = new Map(members.map((member) => [keyOf(member.email), member]))
    this.#byName = Map.groupBy(members, ({ full_name }) => keyOf(full_name))
  }

  /** The first of these people who is a member, by address or by a name that only one member has. */
  match(people: readonly string[]): Member | null {
    const named = people.filter((person) => person.trim())
    const found = named.map((person) => ({ person, member: this.#find(person) })).find(({ member }) => member)
    const person = found?.person ?? named[0]
    if (person === undefined) return null
    this.#tally.add(person, found?.member ?? null)
    return found?.member ?? null
  }

  #find(person: string) {
    // “Dana Diaz <dana@acme.test>”
    const [, address = person] = /<([^<>]+@[^<>]+)>\s*$/.exec(person) ?? []
    const named = this.#byName.get(keyOf(person)) ?? []
    return this.#byEmail.get(keyOf(address)) ?? (named.length === 1 ? named[0] : undefined)
  }

  get found(): ImportPlan['people'] {
    return this.#tally.entries.map(({ name, count, match }) => ({
      name,
      count,
      member: match && { id: match.id, full_name: match.full_name },
    }))
  }
}

const separators = /[,;|\n]/g

/** Blanks around separators don't count. */
const keyOfLabel = (name: string) => keyOf(name.replace(/\s*([,;|\n])\s*/g, '$1 '))

/** A task has at most so many labels. */
const mostLabels = 100

export class Labels {
  readonly #byName: Map<string, KnownLabel>
  /** How many separators the name of a label contains at most. */
  readonly #separators: number
  readonly #tally = new Tally<KnownLabel>()

  constructor(labels: readonly KnownLabel[]) {
    this.#byName = new Map(labels.map((label) => [keyOfLabel(label.name), label]))
    this.#separators = Math.max(0, ...labels.map(({ name }) => name.match(separators)?.length ?? 0))
  }

  /** The ids of those of these labels that the workspace has. */
  match(lists: readonly (readonly string[])[]): number[] {
    const ids = new Set<number>()
    for (const name of new Set(lists.flatMap((list) => this.#namesIn(list)))) {
      const label = this.#byName.get(keyOfLabel(name)) ?? null
      this.#tally.add(name, label)
      if (label && ids.size < mostLabels) ids.add(label.id)
    }
    return [...ids]
  }

  /** The names in a list, of which the longest that is known counts: “research, design” before “research”. */
  #namesIn(list: readonly string[]) {
    const names: string[] = []
    for (let start = 0; start < list.length; ) {
      let end = Math.min(list.length, start + 2 * this.#separators + 1)
      while (end > start + 1 && !this.#byName.has(keyOfLabel(list.slice(start, end).join('')))) end -= 2
      end = Math.max(end, start + 1)
      names.push(list.slice(start, end).join('').trim())
      start = end + 1
    }
    return names.filter(Boolean)
  }

  get found(): ImportPlan['labels'] {
    return this.#tally.entries.map(({ name, count, match }) => ({ name, count, label: match }))
  }
}
