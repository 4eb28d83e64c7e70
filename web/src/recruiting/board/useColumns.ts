import { type ApplicationCard, applicationProblems, daysBetween, type RecruitingStage } from 'contract'
import { createElement, useMemo } from 'react'
import { useDateOf, useToday } from '../../session/today.ts'
import type { Card, Column } from '../../ui/board/types.ts'
import { ApplicantCard } from './ApplicantCard.tsx'

type Group = { stage: RecruitingStage; applications: readonly ApplicationCard[] }
type Options = {
  /** False where all are of one opening. */
  hasOpening: boolean
  isFiltered: boolean
}

/** The board's columns. An unchanged card or column stays the same object, so that it is not rendered again. */
export function useColumns(groups: readonly Group[], { hasOpening, isFiltered }: Options): readonly Column[] {
  const cardOf = useCards(hasOpening)
  const known = useMemo(
    () => ({ columns: new Map<number, { stage: RecruitingStage; column: Column }>(), isFiltered }),
    [isFiltered],
  )
  return useMemo(
    () =>
      groups.map(({ stage, applications }) => {
        const cards = applications.map((application) => cardOf(application, stage))
        const last = known.columns.get(stage.id)
        if (last?.stage === stage && isEqual(last.column.cards, cards)) return last.column
        const column = {
          id: stage.id,
          title: stage.name,
          cards,
          empty: known.isFiltered ? 'Nothing matches.' : emptyWords[stage.kind],
        }
        known.columns.set(stage.id, { stage, column })
        return column
      }),
    [groups, known, cardOf],
  )
}

const emptyWords = { open: 'Nobody here.', hired: 'Nobody yet. Drop somebody here to hire them.', rejected: 'Nobody yet.' }

function useCards(hasOpening: boolean) {
  const today = useToday()
  const dateOf = useDateOf()
  return useMemo(() => {
    const known = new WeakMap<ApplicationCard, Card>()
    return (application: ApplicationCard, { kind }: RecruitingStage) => {
      const last = known.get(application)
      if (last) return last
      const days = daysBetween(dateOf(application.stage_since), today)
      const card: Card = {
        id: application.id,
        label: application.full_name,
        content: createElement(ApplicantCard, { application, days, hasOpening }),
        disabledReason:
          kind === 'hired' ? applicationProblems.hired : application.is_hire_prepared ? applicationProblems.waiting : undefined,
      }
      known.set(application, card)
      return card
    }
  }, [hasOpening, today, dateOf])
}

const isEqual = <T>(a: readonly T[], b: readonly T[]) => a.length === b.length && a.every((one, index) => one === b[index])
