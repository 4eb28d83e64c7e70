// The question before work is due while its assignee is away. Who asks it loads once the page is there: until then nobody is asked.
import type { QueryClient } from '@tanstack/react-query'
import type { ForeseenWork } from './collisions.ts'

export type AwayAnswer =
  | { kind: 'anyway' }
  | { kind: 'assign'; person: { id: number; full_name: string } }
  | { kind: 'date'; due_date: string }

type AwayQuestion<Work extends ForeseenWork = ForeseenWork> = {
  /** The work that it is about. */
  concerned: readonly Work[]
  /** Undefined takes the change back. */
  answer: Promise<AwayAnswer | undefined>
}

export type AwayWork<Work extends ForeseenWork> = {
  client: QueryClient
  project_id: number
  work: readonly Work[]
  /** The change gives the work another assignee. */
  isAssignment: boolean
}
type AwayAsker = <Work extends ForeseenWork>(of: AwayWork<Work>) => AwayQuestion<Work> | undefined

let asker: AwayAsker | undefined

/** Returns a function that ends it. */
export function askAboutAbsences(next: AwayAsker) {
  asker = next
  return () => {
    if (asker === next) asker = undefined
  }
}

/** Asks about the work that is due while its assignee is away. Undefined without any, and while nobody knows. */
export const askIfAway: AwayAsker = (of) => asker?.(of)
