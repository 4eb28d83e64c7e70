import { Anchor } from '@mantine/core'
import { type Application, inWords } from 'contract'
import { Link } from 'react-router'
import { EmailLink, PhoneLink } from '../../directory/contact.tsx'
import { PersonFacts, PersonSection } from '../../directory/person/PersonSection.tsx'
import { FileMark } from '../../files/FileMark.tsx'
import { FileName } from '../../files/FileName.tsx'
import { LinkedText } from '../../ui/text/LinkedText.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { applicationAddress } from '../words.ts'
import styles from './Applicant.module.css'

type OfApplication = { application: Application }

/** The ways to reach an applicant, and the CV. */
export const Contact = ({ application: { id, email, phone, links, cv } }: OfApplication) => (
  <PersonSection id="contact" title="Contact">
    <PersonFacts
      facts={[
        { label: 'Email', value: <EmailLink email={email} /> },
        phone !== '' && { label: 'Phone', value: <PhoneLink phone={phone} /> },
        links.length > 0 && { label: 'Links', value: <Links links={links} /> },
        cv !== null && { label: 'CV', value: <Cv id={id} cv={cv} /> },
      ]}
    />
  </PersonSection>
)

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

const Cv = ({ id, cv: { name, size } }: { id: number; cv: NonNullable<Application['cv']> }) => (
  <Anchor href={`/api/applications/${id}/cv/`} download={name} inherit className={styles.file}>
    <FileMark file={{ id, name, preview: null }} />
    <FileName>{name}</FileName>
    <span className="fine">{inWords(size)}</span>
  </Anchor>
)

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
