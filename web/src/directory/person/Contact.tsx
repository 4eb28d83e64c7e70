import type { DirectoryPerson } from 'contract'
import { EmailLink, LocalTime, PhoneLink } from '../contact.tsx'
import { useLocations } from '../read.ts'
import { PersonFacts, PersonSection } from './PersonSection.tsx'

/** The ways to reach a person at work, and the time there. */
export function Contact({ person: { email, phone, location } }: { person: DirectoryPerson }) {
  const place = useLocations().find(({ id }) => id === location)
  return (
    <PersonSection id="contact" title="Contact">
      <PersonFacts
        facts={[
          { label: 'Email', value: <EmailLink email={email} /> },
          phone !== '' && { label: 'Phone', value: <PhoneLink phone={phone} /> },
          place !== undefined && { label: 'Location', value: place.name },
          place !== undefined && { label: 'Local time', value: <LocalTime timezone={place.timezone} /> },
        ]}
      />
    </PersonSection>
  )
}
