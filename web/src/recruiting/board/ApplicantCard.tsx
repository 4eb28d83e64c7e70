import { IconCalendarEvent, IconHourglass, IconStarFilled } from '@tabler/icons-react'
import type { ApplicationCard } from 'contract'
import { Link, useLocation } from 'react-router'
import { formatMoment } from '../../ui/text/dates.ts'
import marks from '../../ui/theme/badges.module.css'
import { applicationAddress, countedRatings, momentInWords, shortMoment, timeInStage } from '../words.ts'
import styles from './ApplicantCard.module.css'

type Props = {
  application: ApplicationCard
  /** For how many days it has been in its stage. */
  days: number
  hasOpening: boolean
}

/** An applicant on the board. */
// Plain elements for speed: a board has hundreds of them.
export function ApplicantCard({ application, days, hasOpening }: Props) {
  const { id, full_name, opening, stage_since, interview_at, is_hire_prepared } = application
  const { pathname, search } = useLocation()
  return (
    <div className={styles.card}>
      <Link to={applicationAddress(id)} state={{ pathname, search }} className={`${styles.name} clip-2`} title={full_name}>
        {full_name}
      </Link>
      {hasOpening && (
        <div className={styles.opening} title={opening.title}>
          {opening.title}
        </div>
      )}
      <div className={styles.meta}>
        <span className="fine tabular" title={`In this stage since ${formatMoment(stage_since)}`}>
          {timeInStage(days)}
        </span>
        <Rating application={application} />
        {interview_at && (
          <span className={styles.fact} title={`Interview: ${momentInWords(interview_at)}`}>
            <IconCalendarEvent size={14} aria-label="Interview" />
            {shortMoment(interview_at)}
          </span>
        )}
      </div>
      {is_hire_prepared && (
        <div>
          <span className={marks.mark} data-tone="yellow">
            <IconHourglass size={14} stroke={2.25} aria-hidden />
            Waits for the administrator
          </span>
        </div>
      )}
    </div>
  )
}

/** The mean of all ratings, or how many there are while one's own is missing. */
function Rating({ application: { rating, ratings } }: Pick<Props, 'application'>) {
  if (ratings === 0) return null
  if (rating === null)
    return (
      <span className="fine tabular" title="You see them once you have given yours.">
        {countedRatings(ratings)}
      </span>
    )
  const words = `${rating} of 5 stars, ${countedRatings(ratings)}`
  return (
    <span className={styles.fact} role="img" aria-label={words} title={words}>
      <IconStarFilled size={13} className={styles.star} aria-hidden />
      {rating}
    </span>
  )
}
