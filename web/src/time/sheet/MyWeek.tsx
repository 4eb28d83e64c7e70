import { isDate } from 'contract'
import { useDeferredValue } from 'react'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { useAddress } from '../../ui/hooks/address.ts'
import { DownloadTime } from '../DownloadTime.tsx'
import { mondayOf } from '../week.ts'
import { MySheet } from './MySheet.tsx'
import styles from './MyWeek.module.css'
import { WeekBar } from './WeekBar.tsx'

/** The week in the address; this week where there is none. */
function useWeekInAddress() {
  const [params, put] = useAddress()
  const today = useToday()
  const asked = params.get('week') ?? ''
  const week = mondayOf(isDate(asked) ? asked : today)
  return { week, goTo: (next: string) => put({ week: next === mondayOf(today) ? '' : next }) }
}

/** One's own time of a week, typed into a table and submitted for approval. */
export function MyWeek() {
  const { week, goTo } = useWeekInAddress()
  const { id: me } = useMe()
  // This week stays until the next one has arrived.
  const shown = useDeferredValue(week)
  return (
    <>
      <WeekBar week={week} goTo={goTo}>
        <DownloadTime key={week} day={week} person={me} />
      </WeekBar>
      <div className={styles.week} aria-busy={shown !== week}>
        <Loaded skeleton={<SkeletonRows rows={6} />} failed="Your time could not be loaded.">
          <MySheet key={shown} week={shown} />
        </Loaded>
      </div>
    </>
  )
}
