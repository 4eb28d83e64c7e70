// Absences of people, for calendars: docs/decisions/073-leave.md.
import { z } from 'zod'
import { CalendarText, date, id, Nothing, nameOf } from './common.ts'
import { workspace } from './endpoint.ts'
import { Absence, DayOff } from './leave.ts'
import { workspaceRoles } from './roles.ts'

const Feed = z.object({ address: z.string().nullable() })
const access = workspaceRoles

export const absences = {
  /**
   * HR and administrators see everybody; managers their people; developers the members of their projects. Everybody sees whom they
   * report to, and themselves.
   */
  list: workspace({
    route: 'GET /api/absences/',
    models: ['leave', 'locations', 'directory'],
    access,
    query: z.object({ from: date, to: date }),
    returns: z.object({
      /** The people whose absences the caller sees. */
      people: z.array(id),
      absences: z.array(Absence),
      holidays: z.array(DayOff.extend({ location: id })),
    }),
  }),
  /** The secret address of the caller's calendar, if there is one. */
  feed: workspace({ route: 'GET /api/leave-feed/', models: ['leave'], access, returns: Feed }),
  /** Makes an address. One that was there before is no longer valid. */
  renewFeed: workspace({ route: 'POST /api/leave-feed/', access, not_in_demo: true, status: 201, returns: Feed }),
  stopFeed: workspace({ route: 'DELETE /api/leave-feed/', access, not_in_demo: true, status: 204, returns: Nothing }),
  /** The absences that `list` shows its owner, as calendar programs read them. */
  calendar: workspace({
    route: 'GET /api/leave-feed/:token/',
    access: 'public',
    params: z.object({ token: nameOf({ max: 200 }) }),
    returns: CalendarText,
  }),
}
