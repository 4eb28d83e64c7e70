import { Button } from '@mantine/core'
import { api, durationInWords, may, type PersonRecord } from 'contract'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { clockOf } from '../../time/duration.ts'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { formatDate } from '../../ui/text/dates.ts'
import { ChangeSchedule } from './ChangeSchedule.tsx'
import { EditJob } from './EditJob.tsx'
import styles from './Person.module.css'
import { NotSet, PersonFacts, PersonSection } from './PersonSection.tsx'
import { daysInWords, minutesOn, scheduleOn, shortDay, weekdays, weekLength } from './schedules.ts'

export type KnownJob = NonNullable<PersonRecord['job']>
type Props = { record: PersonRecord; job: KnownJob }

/** When a person works here, and how much. */
export function Job({ record, job }: Props) {
  const { role } = useMe()
  const { dialog, open, close } = useDialog<'job' | 'schedule'>()
  const { starts_on, ends_on } = job
  const mayEdit = may(role, api.directory.changeJob)
  return (
    <PersonSection
      id="job"
      title="Job"
      actions={
        mayEdit && (
          <>
            <Button variant="default" size="xs" onClick={() => open('job')}>
              Edit Job
            </Button>
            <Button variant="default" size="xs" onClick={() => open('schedule')}>
              Change Schedule
            </Button>
          </>
        )
      }
    >
      {(mayEdit || starts_on || ends_on) && (
        <PersonFacts
          facts={[
            { label: 'First day', value: starts_on ? formatDate(starts_on) : <NotSet /> },
            { label: 'Last day', value: ends_on ? formatDate(ends_on) : <NotSet /> },
          ]}
        />
      )}
      <Schedule job={job} />
      {dialog === 'job' && <EditJob record={record} job={job} close={close} />}
      {dialog === 'schedule' && <ChangeSchedule person={record.person} job={job} close={close} />}
    </PersonSection>
  )
}

/** The working hours of the present week, and those to come. */
function Schedule({ job: { schedules } }: { job: KnownJob }) {
  const today = useToday()
  const present = scheduleOn(schedules, today)
  const minutes = minutesOn(schedules, today)
  const next = schedules.find(({ from }) => from > today)
  return (
    <>
      <dl className={styles.week} aria-label="Working hours">
        {weekdays.map((weekday, day) => {
          const each = minutes[day] ?? 0
          return (
            <div
              key={weekday}
              data-is-off={each === 0 || undefined}
              title={`${weekday}: ${each ? durationInWords(each) : 'off'}`}
            >
              <dt className="fine">{shortDay(weekday)}</dt>
              <dd className="tabular">{each ? clockOf(each) : '–'}</dd>
            </div>
          )
        })}
      </dl>
      <div className="dimmed">
        {weekLength(minutes)}
        {present ? `, since ${formatDate(present.from)}` : ', the default schedule'}
        {next && `. From ${formatDate(next.from)}: ${daysInWords(next.minutes)}`}
      </div>
    </>
  )
}
