import { z } from 'zod'
import { everywhere } from './endpoint.ts'

export const description = {
  /** The API's OpenAPI 3.1 document. */
  openapi: everywhere({
    route: 'GET /api/openapi.json',
    access: 'public',
    even_unpaid: true,
    even_blocked: true,
    returns: z.record(z.string(), z.unknown()),
  }),
}
