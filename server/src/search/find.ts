// Finds the rows of one type that have all words of a search, in one statement.
import { maxFound, type SearchType } from 'contract'
import type { Viewer } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
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

type Row = { count: number; is_at_least: boolean; rows: string }

const wantedBy = (words: Words) =>
  sql`wanted as materialized (select search_query(${words}::text[], false) as exact, search_query(${words}::text[], true) as beginning)`

/**
 * Reads the newest `most` matches of this source, exact words first, and counts all. Looks at the newest rows that the person can read,
 * and in the index for older ones.
 */
export async function findRows({ db }: Viewer, source: Source, words: Words, most: number): Promise<FoundRows> {
  const { type, table, id, at, from, where, recent } = source
  const isLong = [...(words.at(-1) ?? '')].length >= shortestBeginning
  const { rows } = await sql<Row>`
    with ${wantedBy(words)}, ${recent.ctes},
    extent as materialized (select ${recent.is_full} as is_full, count(*) filter (where hit = 2) as exact,
      count(*) filter (where hit > 0) as beginning from recent),
    exact as materialized (select id from search_rows(${table}, ${words}::text[], false,
      case when (select is_full and exact < ${frequentWord} from extent) then ${maxFound + 1} else 0 end) id),
    beginning as materialized (select id from search_rows(${table}, ${words}::text[], true,
      case when ${isLong} and (select is_full and beginning < ${frequentBeginning} from extent) and (select count(*) <= ${maxFound} from exact)
        then ${maxBeginnings + 1} else 0 end) id),
    hit as materialized (select id from recent where hit > 0 union select id from exact union select id from beginning),
    found as materialized (
      select ${id} as id, ${source.search} @@ (select exact from wanted) as is_exact, ${at} as at from ${from}
      where ${id} = any(array(select id from hit)) and ${source.search} @@ (select beginning from wanted) and ${where}),
    first as materialized (select id, is_exact, at from found order by is_exact desc, at desc, id desc limit ${most})
    select (select count(*) from found) as count,
      (select is_full and (exact >= ${frequentWord} or beginning >= ${frequentBeginning} or not ${isLong}
        or (select count(*) > ${maxFound} from exact) or (select count(*) > ${maxBeginnings} from beginning)) from extent) as is_at_least,
      (select coalesce(json_agg(json_build_object('id', id, 'isExact', is_exact) order by is_exact desc, at desc, id desc), '[]')
        from first) as rows`.execute(db)
  const { count, is_at_least, rows: json } = rows[0] ?? { count: 0, is_at_least: false, rows: '[]' }
  return { type, count, isAtLeast: is_at_least, rows: JSON.parse(json) }
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

/** Normalises what a person typed to words, as the database does with texts. */
export async function wordsIn({ db }: Viewer, text: string): Promise<string[]> {
  // The index has only the part of an address before its @.
  const { rows } = await sql<{ text: string }>`select search_text(${text.replace(/(\S)@\S*/g, '$1')}) as text`.execute(db)
  return [...new Set((rows[0]?.text ?? '').split(' ').filter(Boolean))]
}
