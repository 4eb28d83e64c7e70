import { type ApplicationCard, api, type RecruitingStage } from 'contract'
import { useRef } from 'react'
import { usePreload } from '../../api/data.ts'
import { Board } from '../../ui/board/Board.tsx'
import type { BoardId } from '../../ui/board/types.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useRestOfScreen } from '../../ui/hooks/useRestOfScreen.ts'
import { useStageChange } from '../stages/useStageChange.tsx'
import styles from './ApplicantBoard.module.css'
import type { byStage } from './cards.ts'
import { useColumns } from './useColumns.ts'

type Props = {
  stages: readonly RecruitingStage[]
  groups: ReturnType<typeof byStage>
  applications: readonly ApplicationCard[]
  /** False where all are of one opening. */
  hasOpening: boolean
  isFiltered: boolean
}

/** The applicants by stage, to be moved. */
export function ApplicantBoard({ stages, groups, applications, hasOpening, isFiltered }: Props) {
  // For the dialogs.
  usePreload(api.recruiting.templates, {})
  usePreload(api.locations.list, {})
  const frame = useRef<HTMLDivElement>(null)
  const height = useRestOfScreen(frame, 0.6)
  const columns = useColumns(groups, { hasOpening, isFiltered })
  const { change, dialogs } = useStageChange(stages)
  const move = (card: BoardId, to: BoardId) => {
    const application = applications.find(({ id }) => id === card)
    if (application) change(application, Number(to))
  }
  return (
    <div ref={frame} className={styles.place}>
      <Board
        label="Applicants by stage"
        columns={columns}
        height={height === undefined ? undefined : `${height}px`}
        onMove={(card, _, to) => move(card, to)}
        hint="Drop on a stage to move the applicant."
        onBlocked={(reason) => toast.error(reason)}
      />
      {dialogs}
    </div>
  )
}
