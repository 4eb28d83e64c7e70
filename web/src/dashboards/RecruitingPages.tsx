import { useParams } from 'react-router'
import { Applicant } from '../recruiting/applicant/Applicant.tsx'
import { Applicants } from '../recruiting/board/Applicants.tsx'
import { OpeningDetails } from '../recruiting/openings/OpeningPage.tsx'
import { Openings } from '../recruiting/openings/Openings.tsx'
import { RecruitingNav } from '../recruiting/RecruitingNav.tsx'
import { RecruitingSettings } from '../recruiting/settings/RecruitingSettings.tsx'
import { useMe } from '../session/session.ts'
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
  const { role } = useMe()
  const back = role === 'hr' ? { label: 'Back to Applicants', to: '/recruiting' } : undefined
  return (
    <WorkShell {...sidebarOf(role)} title="Applicant" {...(back && { back })}>
      <Applicant key={applicationId} application_id={applicationId} />
    </WorkShell>
  )
}
