import { Anchor, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, durationInWords, type OwnInterview } from 'contract'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { readOf } from '../../api/data.ts'
import { useMinute } from '../../ui/hooks/useMinute.ts'
import { ShowAll } from '../../ui/list/ShowAll.tsx'
import { Count } from '../../ui/text/Count.tsx'
import { LinkedText } from '../../ui/text/LinkedText.tsx'
import { applicationAddress, momentInWords } from '../words.ts'
import styles from './Dashboard.module.css'
import { useReportedHeight } from './useReportedHeight.ts'

/** Events tell when there are others. */
const staleTime = Number.POSITIVE_INFINITY
const shownAtFirst = 5
const none: readonly OwnInterview[] = []

/** The interviews that the person leads next, or nothing for none. `onHeight` receives its height in pixels. */
export function OwnInterviews({ onHeight }: { onHeight: (height: number) => void }) {
  const { data: all = none, isSuccess, isError } = useQuery({ ...readOf(api.applications.ownInterviews, {}), staleTime })
  const now = useMinute()
  const data = all.filter(({ starts_at, minutes }) => Date.parse(starts_at) + minutes * 60_000 > now)
  const [showsAll, setShowsAll] = useState(false)
  const root = useRef<HTMLElement>(null)
  const count = data.length
  useReportedHeight(root, { isKnown: isSuccess || isError, count, report: onHeight })
  if (count === 0) return null
  return (
    <section ref={root} aria-labelledby="own-interviews">
      <Title order={2} id="own-interviews" tabIndex={-1} mb="xs">
        Your Interviews <Count>{count}</Count>
      </Title>
      <ul className={styles.list} aria-labelledby="own-interviews">
        {(showsAll ? data : data.slice(0, shownAtFirst)).map((interview) => (
          <One key={interview.id} interview={interview} />
        ))}
      </ul>
      <ShowAll count={count} atFirst={shownAtFirst} showsAll={showsAll} toggle={() => setShowsAll((before) => !before)} />
    </section>
  )
}

const One = ({ interview: { application, applicant, opening, starts_at, minutes, place } }: { interview: OwnInterview }) => (
  <li className={styles.interview}>
    <span className={styles.who}>
      <Anchor component={Link} inherit to={applicationAddress(application)} fw="var(--weight-medium)">
        {applicant}
      </Anchor>{' '}
      <span className="dimmed">{opening}</span>
    </span>
    <span className={styles.who}>{place && <LinkedText>{place}</LinkedText>}</span>
    <span className="tabular">
      <time dateTime={starts_at}>{momentInWords(starts_at)}</time>, {durationInWords(minutes)}
    </span>
  </li>
)
