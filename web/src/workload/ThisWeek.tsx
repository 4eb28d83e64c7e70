import { Anchor, Title } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangleFilled, IconCalendarOff, IconClockExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api } from 'contract'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { readOf } from '../api/data.ts'
import { overdueInWords, weekInShort } from '../capacity/week.ts'
import { loadTone, notableIn, type WorkloadPerson } from '../capacity/workload.ts'
import { spanInWords } from '../capacity/workloadWords.ts'
import styles from './ThisWeek.module.css'

/** Events tell when there are others. */
const staleTime = Number.POSITIVE_INFINITY
/** The others are on the page of the workload. */
const mostPeople = 6
const page = '/project_manager/workload'

/** The people who have nearly or more than their capacity this week, and those who are away. `onHeight` receives its height in pixels. */
export function ThisWeek({ onHeight }: { onHeight: (height: number) => void }) {
  const { data, isError } = useQuery({ ...readOf(api.capacity.workload, { query: { weeks: '1' } }), staleTime })
  const root = useRef<HTMLElement>(null)
  const people = data && notableIn(data)
  const count = people?.length
  useLayoutEffect(() => {
    if (count !== undefined || isError) onHeight(root.current?.offsetHeight ?? 0)
  }, [count, isError, onHeight])
  if (!data || !people || data.people.length === 0) return null
  const others = people.length - mostPeople
  return (
    <section ref={root} aria-labelledby="this-week">
      <Title order={2} id="this-week" mb="xs">
        This Week
      </Title>
      <ul className={styles.list} aria-labelledby="this-week">
        {people.slice(0, mostPeople).map((person) => (
          <li key={person.person.id}>
            <Person person={person} />
          </li>
        ))}
        {people.length === 0 && <li className="dimmed">Nobody has too much, is late, or is away.</li>}
        <li>
          <Anchor component={Link} inherit to={page}>
            {others > 0 ? `${others} more in the workload` : 'Workload'}
          </Anchor>
        </li>
      </ul>
    </section>
  )
}

const icons = { nearly: IconAlertCircle, over: IconAlertTriangleFilled }

function Person({ person: { person, weeks, absences } }: { person: WorkloadPerson }) {
  const [week] = weeks
  if (!week) return null
  const tone = loadTone(week)
  const Icon = tone === 'plain' ? undefined : icons[tone]
  const away = absences.filter(({ from, to }) => from <= week.until && to >= week.from)
  return (
    <>
      <Anchor component={Link} inherit to={`${page}?person=${person.id}&week=${week.from}`}>
        {person.full_name}
      </Anchor>{' '}
      {Icon && (
        <span className={styles.hours} data-tone={tone}>
          <Icon size={14} aria-hidden /> {weekInShort(week)}
        </span>
      )}
      {week.overdue > 0 && (
        <span className={styles.hours} data-tone="over">
          <IconClockExclamation size={14} aria-hidden /> {overdueInWords(week)}
        </span>
      )}
      {away.length > 0 && (
        <span className={styles.away}>
          <IconCalendarOff size={14} aria-hidden /> Away {away.map(({ from, to }) => spanInWords({ from, until: to })).join(', ')}
        </span>
      )}
    </>
  )
}
