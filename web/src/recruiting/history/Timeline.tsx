import type { Application, ApplicationEntry } from 'contract'
import { PersonSection } from '../../directory/person/PersonSection.tsx'
import { Initials } from '../../ui/text/Initials.tsx'
import { LinkedText } from '../../ui/text/LinkedText.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { NewNote } from './NewNote.tsx'
import styles from './Timeline.module.css'
import { eventInWords } from './words.ts'

/** The history of an application with the notes about it, the oldest first. */
export const Timeline = ({ application: { id, entries, removed_at, may_manage } }: { application: Application }) => (
  <PersonSection
    id="history"
    title="Notes and History"
    note={removed_at === null && !may_manage ? 'HR reads your notes. Other interviewers don’t.' : undefined}
  >
    <ol className={styles.list} aria-labelledby="history">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ol>
    {removed_at === null && <NewNote application_id={id} />}
  </PersonSection>
)

function Entry({ entry }: { entry: ApplicationEntry }) {
  const { by, at, event, text } = entry
  return (
    <li className={styles.entry} data-event={event}>
      {by ? <Initials id={by.id} name={by.full_name} size={24} /> : <span className={styles.nobody} aria-hidden />}
      <div className={styles.words}>
        <div>
          {by && <strong className={styles.name}>{by.full_name}</strong>} {eventInWords(entry)}{' '}
          <span className="fine">
            <RelativeTime at={at} />
          </span>
        </div>
        {event === 'mail' ? <Mail entry={entry} /> : text && <Text event={event}>{text}</Text>}
      </div>
    </li>
  )
}

const Text = ({ event, children }: { event: ApplicationEntry['event']; children: string }) => (
  <div className={styles.text}>{event === 'note' ? <Markdown>{children}</Markdown> : <LinkedText>{children}</LinkedText>}</div>
)

const Mail = ({ entry: { subject, text } }: { entry: ApplicationEntry }) => (
  <details className={styles.mail}>
    <summary>{subject}</summary>
    <div className={styles.text}>
      <LinkedText>{text}</LinkedText>
    </div>
  </details>
)
