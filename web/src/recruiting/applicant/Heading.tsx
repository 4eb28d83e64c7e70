import { Title } from '@mantine/core'
import { type Application, addDays, api } from 'contract'
import { useData } from '../../api/data.ts'
import { useDateOf } from '../../session/today.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { formatDate, formatMoment } from '../../ui/text/dates.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import styles from './Applicant.module.css'

/** The opening, the stage and the day of an application. The name is the page's title. */
export function Heading({ application }: { application: Application }) {
  const { opening, stage, created_at, rejected_at, removed_at, may_manage } = application
  return (
    <>
      <div className={styles.heading}>
        <Title order={2} id="applicant" tabIndex={-1} className={styles.title}>
          {opening.title}
        </Title>
        <span className={styles.stage} data-tone="blue" title={`Stage: ${stage.name}`}>
          {stage.name}
        </span>
        <span className="dimmed">
          Applied <RelativeTime at={created_at} />
        </span>
        {may_manage && rejected_at !== null && removed_at === null && <Retention rejected_at={rejected_at} />}
      </div>
      {removed_at !== null && (
        <Notice tone="warning" role="status" action={null}>
          The applicant’s data was removed on {formatMoment(removed_at)}: the name, the contact, the CV, the answers, the
          interviews, the ratings, the notes and the mails. The opening, the stages and their dates remain.
        </Notice>
      )}
    </>
  )
}

/** The last day on which the data of a rejected applicant is kept. */
function Retention({ rejected_at }: { rejected_at: string }) {
  const { retention_days } = useData(api.recruiting.settings, {})
  const dateOf = useDateOf()
  return <span className="dimmed">The data is removed after {formatDate(addDays(dateOf(rejected_at), retention_days))}.</span>
}
