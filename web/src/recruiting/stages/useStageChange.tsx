import type { RecruitingStage } from 'contract'
import { messageOf } from '../../api/messages.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { offerUndo } from '../../ui/feedback/undo.tsx'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { useMove } from '../changes.ts'
import { HireDialog } from '../hiring/HireDialog.tsx'
import type { Recipient } from '../mails/MailFields.tsx'
import { RejectDialog } from '../mails/RejectDialog.tsx'

export type Movable = Recipient & {
  /** The id of its stage. */
  stage: number
}
type Decision = { applicant: Movable; stage?: RecruitingStage }

/** Moves applicants to stages. Those of decisions open a dialog first. The dialogs are rendered beside what uses it. */
export function useStageChange(stages: readonly RecruitingStage[]) {
  const move = useMoveWithUndo(stages)
  const { dialog, open, close } = useDialog<Decision>()
  const hire = (applicant: Movable) => open({ applicant })
  const change = (applicant: Movable, to: number) => {
    const stage = stages.find(({ id }) => id === to)
    if (!stage || stage.id === applicant.stage) return
    if (stage.kind === 'hired') hire(applicant)
    else if (stage.kind === 'rejected') open({ applicant, stage })
    else void move(applicant, stage)
  }
  const { applicant, stage } = dialog ?? {}
  const dialogs =
    applicant &&
    (stage ? (
      <RejectDialog recipient={applicant} stage={stage} reject={() => move(applicant, stage)} close={close} />
    ) : (
      <HireDialog application_id={applicant.id} full_name={applicant.full_name} close={close} />
    ))
  return { change, hire, dialogs }
}

const failed = 'The applicant could not be moved.'

/** A function that moves an applicant, and offers to take that back. Resolves to true once that is done. */
function useMoveWithUndo(stages: readonly RecruitingStage[]) {
  const move = useMove()
  return async ({ id, full_name, stage: from }: Movable, to: RecruitingStage) => {
    try {
      await move(id, to.id)
    } catch (error) {
      toast.error(failed, { reason: messageOf(error, '') || undefined })
      return false
    }
    const before = stages.find((stage) => stage.id === from)?.name ?? 'the stage before'
    offerUndo({
      message: `${full_name} has been moved to ${to.name}.`,
      undo: () => move(id, from),
      undone: `${full_name} is back in ${before}.`,
      failed,
    })
    return true
  }
}
