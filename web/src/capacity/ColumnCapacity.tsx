import { Popover, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCalendarOff } from '@tabler/icons-react'
import type { PersonCapacity, WeekCapacity } from 'contract'
import { useState } from 'react'
import { useToday } from '../session/today.ts'
import marks from '../ui/theme/badges.module.css'
import styles from './ColumnCapacity.module.css'
import type { ColumnCapacityProps } from './later.tsx'
import { useCapacities } from './read.ts'
import { absenceSoon, arithmeticOf, missingInWords, nameOfWeek, overdueInWords, percentOf, toneOf, weekInShort } from './week.ts'
import { awayInShort, periodInWords } from './words.ts'

/** What is planned for somebody this week and the next, of the hours that they have, and when they are away. */
export function ColumnCapacity({ project_id, person, missing, words }: ColumnCapacityProps) {
  const today = useToday()
  const capacity = useCapacities(project_id)?.find((each) => each.person === person.id)
  const absence = capacity && absenceSoon(capacity.absences, today)
  const overdue = capacity?.weeks[0] && overdueInWords(capacity.weeks[0])
  return (
    <>
      <div className={styles.line}>
        <span className="fine tabular truncate" title={words}>
          {words}
        </span>
        {overdue && (
          <span className={marks.mark} data-tone="red">
            {overdue}
          </span>
        )}
        {absence && (
          <span className={marks.mark} data-tone="yellow">
            <IconCalendarOff size={14} stroke={2.25} aria-hidden />
            Away {awayInShort(absence, today)}
          </span>
        )}
      </div>
      {capacity ? <Weeks name={person.name} capacity={capacity} missing={missing} /> : <div className={styles.weeks} />}
    </>
  )
}

type WeeksProps = { name: string; capacity: PersonCapacity; missing: number }

/** The bars. They open how their figures come about. */
function Weeks({ name, capacity, missing }: WeeksProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={290}
      trapFocus
      returnFocus
      withinPortal
      shadow="md"
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.weeks}
          title="How these hours come about"
          onClick={() => setOpen((isShown) => !isShown)}
        >
          <VisuallyHidden>Capacity of {name}: </VisuallyHidden>
          {capacity.weeks.map((week, index) => (
            <Week key={week.from} name={nameOfWeek(index)} week={week} />
          ))}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Capacity of ${name}`}>
        <Details capacity={capacity} missing={missing} />
      </Popover.Dropdown>
    </Popover>
  )
}

const toneNames = { free: '', nearly: ', nearly full', over: ', too much' }

function Week({ name, week }: { name: string; week: WeekCapacity }) {
  const tone = toneOf(week)
  const percent = percentOf(week)
  return (
    <span className={styles.week}>
      {name}{' '}
      {percent === undefined ? (
        <span />
      ) : (
        <span className={styles.track} data-tone={tone}>
          <span style={{ width: `${Math.min(100, percent)}%` }} />
        </span>
      )}
      <span className={styles.words} data-tone={tone}>
        {tone !== 'free' && <IconAlertTriangle size={12} stroke={2.25} aria-hidden />}
        {weekInShort(week)}
        {tone !== 'free' && <VisuallyHidden>{toneNames[tone]}</VisuallyHidden>}{' '}
      </span>
    </span>
  )
}

function Details({ capacity: { weeks, absences }, missing }: Pick<WeeksProps, 'capacity' | 'missing'>) {
  const today = useToday()
  return (
    // It takes the focus, so that screen readers read it.
    <div className={styles.details} tabIndex={-1} data-autofocus>
      {weeks.map((week, index) => (
        <p key={week.from}>
          <strong>{nameOfWeek(index)}:</strong> {arithmeticOf(week)}
        </p>
      ))}
      {absences.map((absence) => (
        <p key={absence.from}>
          <strong>Away:</strong> {periodInWords(absence, today)}
        </p>
      ))}
      <p className="fine">
        Estimates of subtasks in all projects that are due in these weeks, also of those that are done. What is overdue has a mark
        of its own.
        {missing > 0 && ` Not counted: ${missingInWords(missing)}.`}
      </p>
    </div>
  )
}
