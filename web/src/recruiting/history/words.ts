import type { ApplicationEntry } from 'contract'

/** What has happened, after the name of who did it. */
export function eventInWords({ event, stage, by }: Pick<ApplicationEntry, 'event' | 'stage' | 'by'>): string {
  switch (event) {
    case 'applied':
      return by ? 'added the application' : 'Applied'
    case 'moved':
      return by ? `moved the application to ${stage}` : `Moved to ${stage}`
    case 'note':
      return 'noted'
    case 'mail':
      return 'sent a mail'
    case 'hire':
      return 'asked the administrators for an invitation'
    case 'hired':
      return 'sent the invitation'
    case 'withdrawn':
      return 'withdrew the invitation'
    case 'removed':
      return by ? 'removed the data' : 'The data was removed by the rule about rejected applicants'
  }
}
