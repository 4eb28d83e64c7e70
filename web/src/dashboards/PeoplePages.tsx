import { useLocation, useParams } from 'react-router'
import { Directory } from '../directory/Directory.tsx'
import { Organisation } from '../directory/organisation/Organisation.tsx'
import { PeopleNav } from '../directory/PeopleNav.tsx'
import { PersonRecords } from '../directory/person/PersonRecords.tsx'
import { useKnownPerson } from '../directory/person/records.ts'
import { useMe } from '../session/session.ts'
import { listIn } from './listIn.ts'
import { Nothing } from './Nothing.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

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
  const { name, isMissing } = useKnownPerson(person_id)
  const back = listIn(useLocation().state) ?? '/people'
  return (
    <WorkShell
      {...sidebarOf(useMe().role)}
      title={isMissing ? 'Person Not Found' : (name ?? 'Person')}
      back={{ label: 'Back to People', to: back }}
    >
      {isMissing ? nobodyHere : <PersonRecords person_id={person_id} notFound={nobodyHere} />}
    </WorkShell>
  )
}

const nobodyHere = <Nothing>The person you are looking for doesn’t exist or has left.</Nothing>
