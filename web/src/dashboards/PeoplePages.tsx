import { api } from 'contract'
import { lazy, type ReactNode, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { usePreload } from '../api/data.ts'
import { Directory } from '../directory/Directory.tsx'
import { Organisation } from '../directory/organisation/Organisation.tsx'
import { PeopleNav } from '../directory/PeopleNav.tsx'
import { PersonRecords } from '../directory/person/PersonRecords.tsx'
import { argsOf, useKnownPerson } from '../directory/person/records.ts'
import { useMe } from '../session/session.ts'
import { useToday } from '../session/today.ts'
import { listIn } from './listIn.ts'
import { Nothing } from './Nothing.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

const loadLeave = () => import('../leave/hr/PersonLeave.tsx').then(({ PersonLeave }) => ({ default: PersonLeave }))
// Only HR and the person themself need it.
const PersonLeave = lazy(loadLeave)

export const PeoplePage = () => (
  <WorkShell {...sidebarOf(useMe().role)} title="People">
    <PeopleNav />
    <Directory />
  </WorkShell>
)

export const OrganisationPage = () => (
  <WorkShell {...sidebarOf(useMe().role)} title="Organisation">
    <PeopleNav />
    <Organisation />
  </WorkShell>
)

export function PersonPage() {
  const { personId = '' } = useParams()
  return <OfPerson key={personId} person_id={personId} />
}

function OfPerson({ person_id }: { person_id: string }) {
  const { role, id } = useMe()
  const { name, isMissing } = useKnownPerson(person_id)
  const Records = role === 'hr' || String(id) === person_id ? WithLeave : PersonRecords
  const back = listIn(useLocation().state) ?? '/people'
  return (
    <WorkShell
      {...sidebarOf(role)}
      title={isMissing ? 'Person Not Found' : (name ?? 'Person')}
      back={{ label: 'Back to People', to: back }}
    >
      {isMissing ? nobodyHere : <Records person_id={person_id} notFound={nobodyHere} />}
    </WorkShell>
  )
}

/** Reads the leave while the record is being read. */
function WithLeave(props: { person_id: string; notFound: ReactNode }) {
  const year = useToday().slice(0, 4)
  usePreload(api.leaveTypes.list, {})
  usePreload(api.leave.balancesOf, { ...argsOf(props.person_id), query: { year } })
  // A failure is reported where the leave is shown.
  useState(() => void loadLeave().catch(() => {}))
  return <PersonRecords {...props} leaveOf={(person) => <PersonLeave person={person} />} />
}

const nobodyHere = <Nothing>The person you are looking for doesn’t exist or has left.</Nothing>
