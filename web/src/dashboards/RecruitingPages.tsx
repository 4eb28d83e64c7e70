import { homeOf } from 'contract'
import { useLocation, useParams } from 'react-router'
import { Applicant } from '../recruiting/applicant/Applicant.tsx'
import { useKnownApplicant } from '../recruiting/applicant/read.ts'
import { Applicants } from '../recruiting/board/Applicants.tsx'
import { OpeningDetails } from '../recruiting/openings/OpeningPage.tsx'
import { Openings } from '../recruiting/openings/Openings.tsx'
import { RecruitingNav } from '../recruiting/RecruitingNav.tsx'
import { RecruitingSettings } from '../recruiting/settings/RecruitingSettings.tsx'
import { useMe } from '../session/session.ts'
import { listIn } from './listIn.ts'
import { Nothing } from './Nothing.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

export const ApplicantsPage = () => (
  <WorkShell {...sidebarOf('hr')} title="Applicants">
    <RecruitingNav />
    <Applicants />
  </WorkShell>
)

export const OpeningsPage = () => (
  <WorkShell {...sidebarOf('hr')} title="Openings">
    <RecruitingNav />
    <Openings />
  </WorkShell>
)

export function OpeningPage() {
  const { openingId = '' } = useParams()
  return (
    <WorkShell {...sidebarOf('hr')} title="Opening" back={{ label: 'Back to Openings', to: '/recruiting/openings' }}>
      <OpeningDetails key={openingId} opening_id={openingId} />
    </WorkShell>
  )
}

export const RecruitingSettingsPage = () => (
  <WorkShell {...sidebarOf('hr')} title="Recruitment Settings">
    <RecruitingNav />
    <RecruitingSettings />
  </WorkShell>
)

/** HR comes from the board, interviewers from their dashboard. */
export function ApplicantPage() {
  const { applicationId = '' } = useParams()
  return <OfApplicant key={applicationId} application_id={applicationId} />
}

function OfApplicant({ application_id }: { application_id: string }) {
  const { role } = useMe()
  const { name, isMissing } = useKnownApplicant(application_id)
  const board = listIn(useLocation().state) ?? '/recruiting'
  const back = role === 'hr' ? { label: 'Back to Applicants', to: board } : { label: 'Back to Dashboard', to: homeOf(role) }
  return (
    <WorkShell {...sidebarOf(role)} title={isMissing ? 'Applicant Not Found' : (name ?? 'Applicant')} back={back}>
      {isMissing ? nobodyHere : <Applicant application_id={application_id} notFound={nobodyHere} />}
    </WorkShell>
  )
}

const nobodyHere = <Nothing>The applicant you are looking for doesn’t exist, or isn’t yours to see.</Nothing>
