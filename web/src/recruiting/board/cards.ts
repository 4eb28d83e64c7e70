import type { ApplicationCard, RecruitingStage } from 'contract'
import { withPending } from '../../api/pending.ts'
import { matcherOf } from '../../ui/list/search.ts'

/** The most applications that a list has. */
export const mostListed = 1000

/** The applications of those with every word in their name, or in the title of their opening. */
export function matching(applications: readonly ApplicationCard[], search: string) {
  if (!search.trim()) return applications
  const matches = matcherOf(search)
  return applications.filter(({ full_name, opening }) => matches(`${full_name} ${opening.title}`))
}

type StageMove = { application: number; stage: number }

/** The applications in the stages to which they are being moved. `now` is a timestamp. */
export const withMoves = (applications: readonly ApplicationCard[], moves: readonly StageMove[], now: string) =>
  withPending(applications, {
    changes: moves.map(({ application, stage }) => ({ id: application, change: { stage } })),
    show: (card, { stage }) => (card.stage === stage ? card : { ...card, stage, stage_since: now }),
  })

/** The stages with their applications. */
export function byStage(stages: readonly RecruitingStage[], applications: readonly ApplicationCard[]) {
  const groups = Map.groupBy(applications, ({ stage }) => stage)
  return stages.map((stage) => ({ stage, applications: groups.get(stage.id) ?? [] }))
}
