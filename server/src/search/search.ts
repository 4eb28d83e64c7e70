import { type Api, maxFound, type SearchMatch, type SearchType, searchMatches, searchTypes } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { pipelined } from '../kit/db/db.ts'
import { pageOf } from '../kit/http/paging.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { projectOfKey, workNamedIn } from '../projects/keys.ts'
import { idFrom } from '../projects/rules.ts'
import { type FoundRow, type FoundRows, findRows, similarWords, type Words } from './find.ts'
import { type Found, resultsOf } from './results.ts'
import { type Source, sourcesOf } from './sources.ts'
import { matcher, typingErrors, wordsIn } from './words.ts'

const path = '/api/search/'
/** Below so many matches, similar words are looked for as well. */
const few = 5
/** Shorter words have too many similar ones. */
const shortestSimilar = 4
const mostSimilar = 3
/** So many results of a type follow each other before it is the next one's turn. */
const turn = 5

export const search: Handlers<Api['search']> = {
  async search(ctx, { query }) {
    const { q, types, project, person, from, to, limit, offset } = query
    const words = wordsIn(q)
    const filters = { project: chosen(project), person: chosen(person), from, to }
    const sources = words.length ? sourcesOf(ctx, filters) : []
    const [{ found: byWords, marked }, named] = await pipelined(
      findAll(ctx, sources, { words, most: Math.min(offset + limit, maxFound) }),
      Object.values(filters).some(Boolean) ? undefined : rowOfKey(ctx, q),
    )
    const joined = joinTypes(byWords)
    const found = named ? joined.map((ofType) => (ofType.type === named.type ? withRow(ofType, named) : ofType)) : joined
    const shown = found.filter(({ type }) => !types || types.includes(type))
    const page = inTurns(shown.flatMap(({ rows }) => rows)).slice(offset, offset + limit)
    const results = await resultsOf(ctx, page, matcher(marked, words.at(-1)))
    const count = shown.reduce((sum, rows) => sum + rows.count, 0)
    return {
      ...pageOf(path, { ...query, types: types?.join() }, count, results),
      counts: { ...noCounts, ...Object.fromEntries(found.map(({ type, count }) => [type, count])) },
      at_least: found.filter(({ isAtLeast }) => isAtLeast).map(({ type }) => type),
    }
  },
}

/** A filter's id. Text that is no id is like an unknown one. */
const chosen = (text: string | undefined) => (text === undefined ? undefined : idFrom(text))

const noCounts = Object.fromEntries(searchTypes.map((type) => [type, 0])) as Record<SearchType, number>

type FoundOfType = { type: SearchType; count: number; isAtLeast: boolean; rows: Found[] }

/** Finds what was typed, and similar words if that is not much. `marked` are the words to mark in results. */
async function findAll(ctx: Ctx, sources: readonly Source[], { words, most }: { words: readonly string[]; most: number }) {
  const typed = await findIn(ctx, sources, words, most)
  const asTyped = typed.map((found) => ofType(found, (row) => (row.isExact ? 'word' : 'prefix')))
  if (!sources.length || typed.reduce((sum, { count }) => sum + count, 0) >= few) return { found: asTyped, marked: words }
  const alternatives = await similarTo(ctx, sources, words)
  if (!alternatives.some((others) => others.length)) return { found: asTyped, marked: words }
  const either = words.map((word, i) => [word, ...(alternatives[i] ?? [])].join(' '))
  const similar = await findIn(ctx, sources, either, most)
  const found = similar.map((others, i) => {
    const { rows = [] } = asTyped[i] ?? {}
    const ids = new Set(rows.map(({ id }) => id))
    const all = ofType(others, () => 'similar')
    return { ...all, rows: [...rows, ...all.rows.filter(({ id }) => !ids.has(id))].slice(0, most) }
  })
  return { found, marked: [...words, ...alternatives.flat()] }
}

const findIn = (ctx: Ctx, sources: readonly Source[], words: Words, most: number) =>
  pipelined(...sources.map((source) => findRows(ctx, source, words, most)))

const ofType = ({ type, count, isAtLeast, rows }: FoundRows, matchOf: (row: FoundRow) => SearchMatch): FoundOfType => ({
  type,
  count: Math.min(count, maxFound),
  isAtLeast: isAtLeast || count > maxFound,
  rows: rows.map((row) => ({ type, id: row.id, match: matchOf(row) })),
})

/** Makes one of what the two sources of files have found. */
function joinTypes(found: readonly FoundOfType[]): FoundOfType[] {
  const joined = new Map<SearchType, FoundOfType>()
  for (const part of found) {
    const known = joined.get(part.type)
    joined.set(part.type, known ? join(known, part) : part)
  }
  return [...joined.values()]
}

/** The best matches first, and of these the newest. */
const join = (a: FoundOfType, b: FoundOfType): FoundOfType => ({
  type: a.type,
  count: Math.min(a.count + b.count, maxFound),
  isAtLeast: a.isAtLeast || b.isAtLeast || a.count + b.count > maxFound,
  rows: inOrder([...a.rows, ...b.rows], ({ match, id }) => [searchMatches.indexOf(match), -id]),
})

/** The project, task or subtask whose key was typed. */
async function rowOfKey(ctx: Ctx, q: string): Promise<Found | undefined> {
  if (ctx.me.role === 'hr') return
  const work = await workNamedIn(ctx, q)
  if (work) return { type: work.subtask_id ? 'subtasks' : 'tasks', id: work.subtask_id ?? work.task_id, match: 'key' }
  const project = await projectOfKey(ctx, q)
  return project && { type: 'projects', id: project.id, match: 'key' }
}

function withRow(found: FoundOfType, named: Found): FoundOfType {
  const others = found.rows.filter(({ id }) => id !== named.id)
  const isNew = others.length === found.rows.length
  return { ...found, count: Math.min(found.count + Number(isNew), maxFound), rows: [named, ...others] }
}

/** For each word the most similar ones that occur in what this person can read. */
async function similarTo(ctx: Ctx, sources: readonly Source[], words: readonly string[]) {
  const long = words.filter((word) => [...word].length >= shortestSimilar)
  const known = long.length ? (await pipelined(...sources.map((source) => similarWords(ctx, source, long)))).flat() : []
  const similarOf = Map.groupBy(known, ({ wanted }) => wanted)
  return words.map((word) => {
    const most = [...word].length < 6 ? 1 : 2
    const others = new Set((similarOf.get(word) ?? []).map((other) => other.word))
    const byErrors = [...others].map((other) => ({ other, errors: typingErrors(word, other) }))
    const near = byErrors.filter(({ errors }) => errors > 0 && errors <= most).sort((a, b) => a.errors - b.errors)
    return near.slice(0, mostSimilar).map(({ other }) => other)
  })
}

/** The best matches first. Of equally good ones, the types take turns. */
function inTurns(rows: readonly Found[]) {
  const positions = new Map<string, number>()
  return inOrder(rows, ({ type, match }) => {
    const key = `${type} ${match}`
    const position = positions.get(key) ?? 0
    positions.set(key, position + 1)
    return [searchMatches.indexOf(match), Math.floor(position / turn), searchTypes.indexOf(type), position]
  })
}

/** Sorts rows by the first number of their rank in which they differ. */
function inOrder(rows: readonly Found[], rankOf: (row: Found) => readonly number[]) {
  const compare = (a: readonly number[], b: readonly number[]) => {
    const at = a.findIndex((value, i) => value !== b[i])
    return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
  }
  const ranked = rows.map((row) => ({ row, rank: rankOf(row) }))
  return ranked.sort((a, b) => compare(a.rank, b.rank)).map(({ row }) => row)
}
