import { Button, Group } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { api, type DirectoryPerson, type PersonRecord } from 'contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePreload } from '../../api/data.ts'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { formatDate } from '../../ui/text/dates.ts'
import { Initials } from '../../ui/text/Initials.tsx'
import { RoleBadge } from '../../ui/theme/badges.tsx'
import { AwayMark } from '../AwayMark.tsx'
import { messageAddress } from '../contact.tsx'
import { Checklists } from './Checklists.tsx'
import { Contact } from './Contact.tsx'
import { Documents } from './Documents.tsx'
import { Job } from './Job.tsx'
import styles from './Person.module.css'
import { Private } from './Private.tsx'
import { Reporting } from './Reporting.tsx'
import { argsOf, useRecord } from './records.ts'

type Props = {
  person_id: string
  notFound: ReactNode
  /** Shown below the job, to those who see private data. */
  leaveOf?: (person: DirectoryPerson) => ReactNode
}

/** The parts of a person's record that the viewer may see. */
export function PersonRecords({ person_id, notFound, leaveOf }: Props) {
  usePreload(api.directory.get, argsOf(person_id))
  usePreload(api.directory.list, {})
  usePreload(api.locations.list, {})
  return (
    <Loaded skeleton={<SkeletonRows rows={6} height={64} />} failed="This person could not be loaded." notFound={notFound}>
      <Shown person_id={person_id} {...(leaveOf && { leaveOf })} />
    </Loaded>
  )
}

function Shown({ person_id, leaveOf }: Omit<Props, 'notFound'>) {
  const record = useRecord(person_id)
  const { person, is_active, job, checklists, documents } = record
  const hasMore = job !== null || record.private !== null
  return (
    <div className={styles.page}>
      <Heading record={record} />
      {!is_active && (
        <Notice tone="warning" role="status" action={null}>
          <Left name={person.full_name} last={job?.ends_on ?? null} />
        </Notice>
      )}
      <div className={styles.columns} data-has-more={hasMore || undefined}>
        <div className={styles.column}>
          <Contact person={person} />
          <Reporting record={record} />
        </div>
        {hasMore && (
          <div className={styles.column}>
            {job && <Job record={record} job={job} />}
            {record.private && leaveOf?.(person)}
            {checklists && <Checklists record={record} checklists={checklists} />}
            {documents && <Documents person={person} documents={documents} />}
            {record.private && <Private person={person} data={record.private} />}
          </div>
        )}
      </div>
    </div>
  )
}

function Heading({ record: { person, is_active } }: { record: PersonRecord }) {
  const me = useMe()
  const { id, full_name, role, job_title, department } = person
  return (
    <div className={styles.heading}>
      <Initials id={id} name={full_name} size={72} />
      <div className={styles.about}>
        {job_title && <div className={styles.title}>{job_title}</div>}
        <Group gap="var(--space-1) var(--space-2)">
          <RoleBadge role={role} />
          {department && <span className="dimmed">{department}</span>}
          <AwayMark person={person} />
        </Group>
      </div>
      {me.id === id ? (
        <Button component={Link} to="/profile" variant="default">
          Your Profile
        </Button>
      ) : (
        is_active && (
          <Button
            component={Link}
            to={messageAddress(id)}
            variant="default"
            leftSection={<IconMessageCircle size={16} aria-hidden />}
          >
            Message
          </Button>
        )
      )}
    </div>
  )
}

function Left({ name, last }: { name: string; last: string | null }) {
  const today = useToday()
  const isOver = last !== null && last <= today
  return `${name} has left${isOver ? `; the last day was ${formatDate(last)}` : ''}. Only HR sees this page.`
}
