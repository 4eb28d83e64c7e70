// Finds the rows of one type that have all words of a search.
import { maxFound, type SearchType } from 'contract'
import type { Viewer } from '../kit/context.ts'
import { type RawBuilder, sql } from '../kit/db/db.ts'
import type { Source } from './sources.ts'

/** If so many of the newest rows match, the index would have to read a large part of itself, and is not asked. */
const frequentWord = 80
const frequentBeginning = 30
/** How many beginnings the index looks up. */
const maxBeginnings = 300
/** The index reads too much for shorter beginnings. */
const shortestBeginning = 3

/** Similar words are looked for in so many rows of a type. */
const wordSources = 250

/** Each element has to occur. Several words in one element are alternatives. The last element may be the beginning of a word. */
export type Words = readonly string[]

export type FoundRow = { id: number; isExact: boolean }
export type FoundRows = { type: SearchType; count: number; isAtLeast: boolean; rows: FoundRow[] }

const wantedBy = (words: Words) =>
  sql`wanted as materialized (select search_query(${words}::text[], false) as exact, search_query(${words}::text[], true) as beginning)`

/**
 * Reads the newest `most` matches of this source, exact words first, and counts all. Looks at the newest rows that the person can read,
 * and asks the index for older ones in a statement of its own, because Citus runs no function that reads the tables of tenants beside them.
 */
export async function findRows(viewer: Viewer, source: Source, words: Words, most: number): Promise<FoundRows> {
  const { type, table } = source
  const recent = await findRecent(viewer, source, words, most)
  if (!recent.asks_index) return { type, count: recent.count, isAtLeast: recent.is_full, rows: JSON.parse(recent.rows) }
  const isLong = [...(words.at(-1) ?? '')].length >= shortestBeginning
  const asksBeginnings = isLong && recent.beginnings < frequentBeginning
  const older = await askIndex(viewer, table, words, asksBeginnings)
  const ids = new Set<number>([...JSON.parse(recent.hits), ...JSON.parse(older.ids)])
  const { count, rows } = await findAmong(viewer, source, words, most, [...ids])
  return { type, count, isAtLeast: older.is_cut || !asksBeginnings, rows: JSON.parse(rows) }
}

/** `rows` is the JSON of `FoundRow`s. */
type Found = { count: number; rows: string }

/** `hits` has the JSON of the ids that match if the index has to be asked, and `count` and `rows` are empty then. */
type Recent = Found & { is_full: boolean; asks_index: boolean; beginnings: number; hits: string }

/** CTEs, of which `found` has the rows with these ids that match and that the person can read, and `first` the newest `most` of them. */
const foundWith = ({ id, at, from, where, search }: Source, ids: RawBuilder<unknown>, most: number) => sql`
  found as materialized (
    select ${id} as id, ${search} @@ (select exact from wanted) as is_exact, ${at} as at from ${from}
    where ${id} = any(${ids}) and ${search} @@ (select beginning from wanted) and ${where}),
  first as materialized (select id, is_exact, at from found order by is_exact desc, at desc, id desc limit ${most})`

const foundColumns = sql`(select count(*) from found) as count,
  (select coalesce(json_agg(json_build_object('id', id, 'isExact', is_exact) order by is_exact desc, at desc, id desc), '[]')
    from first) as rows`

/** Looks at the newest rows. The index is asked if there may be others, and not too many of these match. */
async function findRecent({ db }: Viewer, source: Source, words: Words, most: number) {
  const { ctes, is_full } = source.recent
  const ids = sql`array(select id from recent where hit > 0 and not (select asks_index from extent))`
  const { rows } = await sql<Recent>`
    with ${wantedBy(words)}, ${ctes},
    extent as materialized (select ${is_full} as is_full, ${is_full} and count(*) filter (where hit = 2) < ${frequentWord} as asks_index,
      count(*) filter (where hit > 0) as beginnings from recent),
    ${foundWith(source, ids, most)}
    select is_full, asks_index, beginnings, ${foundColumns},
      (select coalesce(json_agg(id), '[]') from recent where hit > 0 and asks_index) as hits from extent`.execute(db)
  return rows[0] ?? { is_full: false, asks_index: false, beginnings: 0, hits: '[]', count: 0, rows: '[]' }
}

/** The JSON of the ids of matching rows, which the person may not be able to read. `is_cut` tells whether there are more. */
type Older = { is_cut: boolean; ids: string }

async function askIndex({ db }: Viewer, table: string, words: Words, asksBeginnings: boolean) {
  const { rows } = await sql<Older>`
    with exact as materialized (select id from search_rows(${table}, ${words}::text[], false, ${maxFound + 1}) id),
    beginning as materialized (select id from search_rows(${table}, ${words}::text[], true,
      case when ${asksBeginnings} and (select count(*) <= ${maxFound} from exact) then ${maxBeginnings + 1} else 0 end) id)
    select (select count(*) > ${maxFound} from exact) or (select count(*) > ${maxBeginnings} from beginning) as is_cut,
      (select coalesce(json_agg(id), '[]') from (select id from exact union select id from beginning) as hit) as ids`.execute(db)
  return rows[0] ?? { is_cut: false, ids: '[]' }
}

async function findAmong({ db }: Viewer, source: Source, words: Words, most: number, ids: readonly number[]) {
  const { rows } = await sql<Found>`
    with ${wantedBy(words)}, ${foundWith(source, sql`${ids}::bigint[]`, most)} select ${foundColumns}`.execute(db)
  return rows[0] ?? { count: 0, rows: '[]' }
}

export type SimilarWord = { word: string; wanted: string }

/** Words of the newest rows that the person can read, which have letters in common with these words. */
export async function similarWords({ db, tenant }: Viewer, { table, recent }: Source, words: Words): Promise<SimilarWord[]> {
  const { rows } = await sql<SimilarWord>`
    with ${wantedBy(words)}, ${recent.ctes},
    known as materialized (
      select distinct substr(lexeme, strpos(lexeme, '/') + 1) as word from ${sql.table(table)} y cross join lateral unnest(y.search)
      where y.tenant_id = ${tenant.id} and y.id = any(array(select id from recent order by id desc limit ${wordSources})))
    select known.word, asked.word as wanted from unnest(${words}::text[]) as asked (word)
    join known on abs(length(known.word) - length(asked.word)) <= 2 and similarity(known.word, asked.word) >= 0.1
    order by similarity(known.word, asked.word) desc limit 200`.execute(db)
  return rows
}
