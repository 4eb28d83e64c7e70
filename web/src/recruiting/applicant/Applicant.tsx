import { type Application, api, type RecruitingStage } from 'contract'
import type { ReactNode } from 'react'
import { useData, usePending, usePreload } from '../../api/data.ts'
import { useMe } from '../../session/session.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { argsOf } from '../changes.ts'
import { HirePlanOf } from '../hiring/HirePlanOf.tsx'
import { Timeline } from '../history/Timeline.tsx'
import { Interviews } from '../interviews/Interviews.tsx'
import { Ratings } from '../ratings/Ratings.tsx'
import { Actions } from './Actions.tsx'
import styles from './Applicant.module.css'
import { Answers, Contact, Others } from './Facts.tsx'
import { Heading } from './Heading.tsx'

type Props = { application_id: string; notFound: ReactNode }

/** An applicant with all that is known, for HR and for interviewers. */
export function Applicant({ application_id, notFound }: Props) {
  const { role } = useMe()
  usePreload(api.applications.get, argsOf(application_id))
  return (
    <Loaded skeleton={<SkeletonRows rows={6} height={64} />} failed="The applicant could not be loaded." notFound={notFound}>
      {role === 'hr' ? <ForHr application_id={application_id} /> : <ForInterviewer application_id={application_id} />}
    </Loaded>
  )
}

type OfOne = { application_id: string }

function ForHr({ application_id }: OfOne) {
  usePreload(api.recruiting.stages, {})
  usePreload(api.recruiting.settings, {})
  // For the dialogs.
  usePreload(api.recruiting.templates, {})
  usePreload(api.locations.list, {})
  usePreload(api.directory.list, {})
  const application = useData(api.applications.get, argsOf(application_id))
  const stages = useData(api.recruiting.stages, {})
  return <Shown application={withMove(application, { stages, moves: usePending(api.applications.move) })} stages={stages} />
}

const ForInterviewer = ({ application_id }: OfOne) => (
  <Shown application={useData(api.applications.get, argsOf(application_id))} stages={none} />
)

const none: readonly RecruitingStage[] = []

type Moves = {
  stages: readonly RecruitingStage[]
  moves: readonly { params: { application_id: unknown }; body: { stage: number } }[]
}

/** The application in the stage to which it is being moved. */
function withMove(application: Application, { stages, moves }: Moves): Application {
  const move = moves.findLast(({ params }) => String(params.application_id) === String(application.id))
  const stage = stages.find(({ id }) => id === move?.body.stage)
  return stage ? { ...application, stage: { id: stage.id, name: stage.name } } : application
}

type ShownProps = { application: Application; stages: readonly RecruitingStage[] }

function Shown({ application, stages }: ShownProps) {
  const { removed_at, may_manage, hire, hired } = application
  const isOpen = removed_at === null
  return (
    <div className={styles.page}>
      <Heading application={application} />
      {may_manage && isOpen && <Actions application={application} stages={stages} />}
      <div className={styles.columns} data-is-short={!isOpen || undefined}>
        <div className={styles.column}>
          {(hire || hired) && <HirePlanOf application={application} />}
          {isOpen && <Contact application={application} />}
          <Answers answers={application.answers} />
          <Others others={application.others} />
        </div>
        <div className={styles.column}>
          {isOpen && <Interviews application={application} />}
          {isOpen && <Ratings application={application} />}
          <Timeline application={application} />
        </div>
      </div>
    </div>
  )
}
