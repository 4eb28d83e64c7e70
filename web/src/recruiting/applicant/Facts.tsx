import { ActionIcon, Anchor, Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type Application, inWords } from 'contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { EmailLink, PhoneLink } from '../../directory/contact.tsx'
import { PersonFacts, PersonSection } from '../../directory/person/PersonSection.tsx'
import { FileLink } from '../../files/FileLink.tsx'
import { useViewer } from '../../files/useViewer.tsx'
import { CorrectAddress, UndeliverableMark } from '../../people/CorrectAddress.tsx'
import { LinkedText } from '../../ui/text/LinkedText.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { useApplicationChanges } from '../changes.ts'
import { applicationAddress } from '../words.ts'
import styles from './Applicant.module.css'

type OfApplication = { application: Application }

/** The ways to reach an applicant, and the CV. */
export const Contact = ({ application }: OfApplication) => {
  const { id, phone, links, cv } = application
  return (
    <PersonSection id="contact" title="Contact">
      <PersonFacts
        facts={[
          { label: 'Email', value: <Email application={application} /> },
          phone !== '' && { label: 'Phone', value: <PhoneLink phone={phone} /> },
          links.length > 0 && { label: 'Links', value: <Links links={links} /> },
          cv !== null && { label: 'CV', value: <Cv id={id} cv={cv} /> },
        ]}
      />
    </PersonSection>
  )
}

/** With a way to correct it for HR, where no mail could be delivered. */
function Email({ application }: OfApplication) {
  const { id, email, is_undeliverable, may_manage } = application
  const { correctEmail } = useApplicationChanges(id)
  const [isOpen, setOpen] = useState(false)
  const sends = 'Interviews to come are sent again, to the right address. Other mails are not.'
  return (
    <Group gap="0 var(--space-1-half)">
      <EmailLink email={email} />
      {is_undeliverable && <UndeliverableMark />}
      {is_undeliverable && may_manage && (
        <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
          Correct address
        </Button>
      )}
      <CorrectAddress person={application} close={() => setOpen(false)} {...{ sends, isOpen }} correct={correctEmail} />
    </Group>
  )
}

const Links = ({ links }: { links: readonly string[] }) => (
  <ul>
    {links.map((link) => (
      <li key={link}>
        <Anchor href={link} target="_blank" rel="noopener noreferrer nofollow" inherit>
          {link}
        </Anchor>
      </li>
    ))}
  </ul>
)

/** It is read in the viewer, which also saves it. */
function Cv({ id, cv: { name, size } }: { id: number; cv: NonNullable<Application['cv']> }) {
  const file = { id, name, type: 'application/pdf', preview: null, address: `/api/applications/${id}/cv/` }
  const { open, viewer } = useViewer([file])
  return (
    <div className={styles.file}>
      <FileLink file={file} open={() => void open(id)} />
      <ActionIcon
        component="a"
        href={file.address}
        download={name}
        variant="subtle"
        color="gray"
        size={28}
        aria-label={`Download ${name}, ${inWords(size)}`}
        title={`Download, ${inWords(size)}`}
      >
        <IconDownload size={16} aria-hidden />
      </ActionIcon>
      {viewer}
    </div>
  )
}

/** What the opening has asked, with the answers. */
export const Answers = ({ answers }: Pick<Application, 'answers'>) =>
  answers.length > 0 && (
    <PersonSection id="answers" title="Answers">
      <dl className={styles.answers}>
        {answers.map(({ question, answer }) => (
          <div key={question}>
            <dt className="dimmed">{question}</dt>
            <dd>{answer ? <LinkedText>{answer}</LinkedText> : <span className="dimmed">No answer</span>}</dd>
          </div>
        ))}
      </dl>
    </PersonSection>
  )

/** Other applications of the same e-mail address. */
export const Others = ({ others }: Pick<Application, 'others'>) =>
  others.length > 0 && (
    <PersonSection id="others" title="Other Applications" note="With the same e-mail address.">
      <ul className={styles.others} aria-labelledby="others">
        {others.map(({ id, opening, created_at }) => (
          <li key={id}>
            <Anchor component={Link} inherit to={applicationAddress(id)}>
              {opening}
            </Anchor>{' '}
            <span className="fine">
              <RelativeTime at={created_at} />
            </span>
          </li>
        ))}
      </ul>
    </PersonSection>
  )
