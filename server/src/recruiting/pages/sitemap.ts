import type { FastifyRequest } from 'fastify'
import { readPublished } from './published.ts'
import { admit, isNotFound, type JobsSite, visit } from './visits.ts'

/** The addresses that search engines find on a workspace's host. Null while there are none. */
export const addressesOf = (site: JobsSite) => async (request: FastifyRequest) => {
  try {
    await admit(site, request)
    return await visit(site, request, async (place) => {
      const openings = await readPublished(place)
      const { origin } = place.brand
      return openings.length ? [`${origin}/jobs`, ...openings.map(({ id }) => `${origin}/jobs/${id}`)] : null
    })
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}
