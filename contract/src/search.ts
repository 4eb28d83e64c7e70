import { z } from 'zod'
import { date, filled, id, idFilter, judged, listOf, NamedPerson, optionalEntry, page, statuses, timestamp } from './common.ts'
import { workspace } from './endpoint.ts'
import { projectStatuses } from './projects.ts'
import { workspaceRoles } from './roles.ts'

export const searchTypes = ['projects', 'people', 'tasks', 'subtasks', 'comments', 'files', 'messages'] as const
export type SearchType = (typeof searchTypes)[number]

/** From the best to the weakest: the key itself, exact words, beginnings of the last word, words with a typing error. */
export const searchMatches = ['key', 'word', 'prefix', 'similar'] as const
export type SearchMatch = (typeof searchMatches)[number]

/** The maximum length of what is searched for, in characters. */
export const searchLength = 200
/** How many results of each type are counted and paged through. */
export const maxFound = 1000

/** A part of a text, in its order. The parts together are the excerpt. */
export const ExcerptPart = z.object({ text: z.string(), is_match: z.boolean() })
export type ExcerptPart = z.output<typeof ExcerptPart>

export const SearchResult = z.object({
  type: z.enum(searchTypes),
  id,
  /** The key of a project, task or subtask. Empty for the others. */
  key: z.string(),
  /** The name or title. Of a comment its task's title, of a message its room's name. */
  title: z.string(),
  /** The title in parts. */
  title_parts: z.array(ExcerptPart),
  /** A part of the description or text, around the first match. Empty if there is none, and for people. */
  excerpt: z.array(ExcerptPart),
  match: z.enum(searchMatches),
  /** The project of a project, task, subtask, comment or file, and of a message or file in a project's room. */
  project: z.object({ id, name: z.string() }).nullable(),
  /** The task itself, or that of a subtask or comment, or of a file that was not sent to a chat. */
  task: z.object({ id, title: z.string() }).nullable(),
  /** The room of a message, and of a file that was sent with one. A private room has the name of the other person. */
  room: z.object({ id, name: z.string() }).nullable(),
  /** The message that a file was sent with. */
  message: id.nullable(),
  /** The author of a comment or message, who attached a file, the assignee of a task or subtask, or the person found. */
  person: NamedPerson.nullable(),
  status: z.enum([...projectStatuses, ...statuses]).nullable(),
  /** When it was created or sent. Null for people. */
  at: timestamp.nullable(),
})
export type SearchResult = z.output<typeof SearchResult>

/** A number for each type of result. */
const Counts = z.object(
  Object.fromEntries(searchTypes.map((type) => [type, z.number().int()])) as Record<SearchType, z.ZodNumber>,
)

const typesFormat = `Choose of: ${searchTypes.join(', ')}.`
const isType = (text: string): text is SearchType => searchTypes.some((type) => type === text)
const unknownType = (names: string[]) => (names.every(isType) ? [] : [typesFormat])

/** Types with commas between them. */
const typeList = z
  .string(typesFormat)
  .transform((text) => text.split(',').map((name) => name.trim()))
  .superRefine(judged(unknownType))
  .transform((names) => searchTypes.filter((type) => names.includes(type)))

export const wrongPeriod = 'The end cannot be before the start.'

export const search = {
  /**
   * Finds what the caller can read: rows that have every word of `q`, without regard to case and accents. The last word may be the
   * beginning of one. If fewer than five rows match, similar words count, too, as far as they occur in names or in recent work and
   * messages. Nothing is found by an empty `q`.
   *
   * Exact words come first, then beginnings, then similar words. Of each, results of all types take turns, five at a time, the newest of
   * each type first.
   *
   * A key such as `WEB` or `WEB-42` finds its project, task or subtask first, unless there are filters.
   *
   * The newest rows that the caller can read are looked at first: 250 tasks with their subtasks, comments and files, 500
   * messages with their files, 1,000 projects and 1,000 people. Beyond them an index finds words that up to 1,000 rows of a type have in
   * the workspace, and beginnings of three letters and more that up to 300 have, unless many of the newest rows have them. Where more
   * could be found, the type is in `at_least`: its count may be too low. `counts` include all filters but `types`, up to 1,000 for each
   * type.
   *
   * `project`, `person` (assignee, author, sender, who attached a file, member, or the person), `from` and `to` (days in the workspace's time zone, inclusive) narrow
   * the results. People have neither a project nor a date: those filters leave them out.
   */
  search: workspace({
    route: 'GET /api/search/',
    access: workspaceRoles,
    query: z
      .object({
        q: optionalEntry({ max: searchLength }).default(''),
        types: filled(typeList),
        project: filled(idFilter),
        person: filled(idFilter),
        from: filled(date),
        to: filled(date),
        ...page(20),
      })
      .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: wrongPeriod }),
    returns: listOf(SearchResult).extend({ counts: Counts, at_least: z.array(z.enum(searchTypes)) }),
  }),
}
