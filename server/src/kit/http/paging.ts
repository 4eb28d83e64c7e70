import { Assembled } from '../db/db.ts'

type Page = { limit: number; offset: number }

/** Where the pages beside this one are: paths on the same origin. */
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

/** One page of a list, from rows. */
export const pageOf = <T>(path: string, query: Page & Record<string, unknown>, count: number, results: T[]) => ({
  count,
  ...neighbours(path, query, count),
  results,
})

/** One page of a list whose `results` the database assembled. */
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

/** A pattern for ILIKE that finds this text anywhere, whatever characters it has. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
