import { z } from 'zod'
import { Detail, id, idText, Nothing, timestamp } from './common.ts'
import { everywhere } from './endpoint.ts'

/** A browser in which the person is logged in. It is unknown where they logged in before this was recorded. */
export const OpenSession = z.object({
  id,
  /** In words, such as `Firefox on Windows`. */
  browser: z.string().nullable(),
  address: z.string().nullable(),
  opened_at: timestamp,
  /** Within five minutes. */
  last_used_at: timestamp,
  is_present: z.boolean(),
})
export type OpenSession = z.output<typeof OpenSession>

/** A person's own sessions. */
export const sessions = {
  /** The present one comes first, then the one used last. */
  list: everywhere({ route: 'GET /api/sessions/', models: ['sessions'], access: 'signed_in', returns: z.array(OpenSession) }),
  /** Not the present one, which is logged out. */
  end: everywhere({
    route: 'DELETE /api/sessions/:session_id/',
    access: 'signed_in',
    not_in_demo: true,
    params: z.object({ session_id: idText }),
    status: 204,
    returns: Nothing,
  }),
  endOthers: everywhere({
    route: 'POST /api/sessions/end-others/',
    access: 'signed_in',
    not_in_demo: true,
    returns: Detail,
  }),
}
