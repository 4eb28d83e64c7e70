import { Button, Text } from '@mantine/core'
import { type Application, durationInWords, type Interview } from 'contract'
import { messageOf } from '../../api/messages.ts'
import { PersonSection } from '../../directory/person/PersonSection.tsx'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { useMinute } from '../../ui/hooks/useMinute.ts'
import { formatMoment } from '../../ui/text/dates.ts'
import { LinkedText } from '../../ui/text/LinkedText.tsx'
import { useInterviewChanges } from '../changes.ts'
import { momentInWords } from '../words.ts'
import { InterviewDialog } from './InterviewDialog.tsx'
import styles from './Interviews.module.css'

type Props = { application: Application }

/** The interviews of an applicant, those that are over as well. */
export function Interviews({ application }: Props) {
  const { interviews, may_manage, removed_at } = application
  const { dialog, open, close } = useDialog<Interview>()
  const mayChange = may_manage && removed_at === null
  return (
    <PersonSection id="interviews" title="Interviews">
      {interviews.length === 0 && (
        <Text inherit c="dimmed">
          No interview is planned.
        </Text>
      )}
      <ul className={styles.list} aria-labelledby="interviews">
        {interviews.map((interview) => (
          <One
            key={interview.id}
            interview={interview}
            application={application}
            change={mayChange ? () => open(interview) : undefined}
          />
        ))}
      </ul>
      {dialog && <InterviewDialog application={application} interview={dialog} close={close} />}
    </PersonSection>
  )
}

type OneProps = { interview: Interview; application: Application; change: (() => void) | undefined }

function One({ interview, application, change }: OneProps) {
  const { starts_at, minutes, place, agenda, interviewers } = interview
  const isOver = Date.parse(starts_at) + minutes * 60_000 < useMinute()
  const cancel = useCancellation(application)
  const about = `the interview of ${formatMoment(starts_at)}`
  return (
    <li className={styles.interview}>
      <div className={styles.what}>
        <div>
          <time dateTime={starts_at} className={styles.when}>
            {momentInWords(starts_at)}
          </time>{' '}
          <span className="dimmed">
            {durationInWords(minutes)}
            {isOver && ' · over'}
          </span>
        </div>
        <div>{interviewers.map(({ full_name }) => full_name).join(', ')}</div>
        {place && (
          <div>
            <LinkedText>{place}</LinkedText>
          </div>
        )}
        {agenda && (
          <div className={styles.lines}>
            <LinkedText>{agenda}</LinkedText>
          </div>
        )}
      </div>
      {change && !isOver && (
        <div className={styles.actions}>
          <Button variant="subtle" size="compact-sm" aria-label={`Change ${about}`} onClick={change}>
            Change
          </Button>
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`Cancel ${about}`}
            onClick={() => void cancel(interview)}
          >
            Cancel
          </Button>
        </div>
      )}
    </li>
  )
}

/** A function that asks, and then cancels an interview. */
function useCancellation({ id, full_name }: Application) {
  const { cancel } = useInterviewChanges(id)
  return async (interview: Interview) => {
    const message = `Cancel the interview of ${momentInWords(interview.starts_at)}? ${full_name} and the interviewers get a mail.`
    if (!(await confirm({ title: 'Cancel interview', message, isDangerous: true }))) return
    try {
      await cancel(interview.id)
      document.getElementById('interviews')?.focus({ preventScroll: true })
      toast.success('Interview cancelled. Everybody concerned gets a mail.')
    } catch (error) {
      toast.error(messageOf(error, 'The interview could not be cancelled.'))
    }
  }
}
