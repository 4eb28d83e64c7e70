import { folded } from 'contract'
import { Assembled } from '../db/assembled.ts'

type Page = { limit: number; offset: number }

/** The paths of the next and the previous page. */
function neighbours(path: string, query: Page & Record<string, unknown>, count: number) {
  const at = (offset: number) => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...query, offset })) if (value !== undefined) search.set(name, String(value))
    return `${path}?${search}`
  }
  const { limit, offset } = query
  return {
    next: offset + limit < count ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
  }
}

/** A page of a list, from rows. */
export const pageOf = <T>(path: string, query: Page & Record<string, unknown>, count: number, results: T[]) => ({
  count,
  ...neighbours(path, query, count),
  results,
})

/** A page of a list whose `results` the database assembled. */
export const assembledPage = <T>(
  path: string,
  query: Page & Record<string, unknown>,
  { count, json }: { count: number; json: string },
) => {
  const { next, previous } = neighbours(path, query, count)
  return new Assembled<T>(
    `{"count":${count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)},"results":${json}}`,
  )
}

/** A LIKE pattern of what begins with this text. Escapes the pattern's special characters. */
export const beginning = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`
/** An ILIKE pattern that finds this text anywhere. */
export const containing = (text: string) => `%${beginning(text)}`

/** The pattern of each word of a search, without case and accents. */
export const wordPatterns = (search: string) => folded(search).split(/\s+/).filter(Boolean).map(containing)
