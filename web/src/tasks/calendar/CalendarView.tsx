import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useNow } from '../../session/today.ts'
import { oneOf, useAddress } from '../../ui/hooks/address.ts'
import { useIsNarrow } from '../../ui/hooks/useIsNarrow.ts'
import { parseDate } from '../../ui/text/dates.ts'
import { useKind } from '../board/kinds.tsx'
import { useColumns } from '../board/useColumns.ts'
import { useWork } from '../board/useWork.ts'
import { WorkBoard } from '../board/WorkBoard.tsx'
import { type ViewProps, WorkView } from '../board/WorkView.tsx'
import type { WorkItem } from '../board/work.ts'
import styles from './CalendarView.module.css'
import { CardOfDay, CardOfWeekday } from './DayCard.tsx'
import { byDay, dayOf, daysOf, headingOf, inNext, nameOf, type Span, shortName, spans, undated, weekdayOf } from './days.ts'

const daysPerWeek = 7

/** The project's subtasks or tasks by due date: a month or a week of days, and on phones one day below the other. */
export function CalendarView({ actions, ...props }: ViewProps) {
  const { project, tasks } = props
  const { kind, all, control } = useKind(tasks)
  const work = useWork(all)
  const { shown, onHold } = work
  const isAgenda = useIsNarrow(48)
  const time = useTime(isAgenda)
  const columns = useDayColumns(shown, { tasks, time, isAgenda })
  return (
    <WorkView
      {...props}
      work={work}
      kind={kind}
      empty={`No ${kind} yet`}
      controls={control}
      isSorted={false}
      isAlwaysShown
      board={
        <WorkBoard
          project={project}
          tasks={tasks}
          items={shown}
          columns={columns}
          perRow={isAgenda ? 1 : daysPerWeek}
          actions={actions}
          label={`${kind === 'tasks' ? 'Tasks' : 'Subtasks'} by due date`}
          hint={(count) =>
            count > 1 ? `Drop on a day to set the due date of all ${count} selected.` : 'Drop on a day to set the due date.'
          }
          inactive="Cannot change due dates in an inactive project."
          drop={(items, to, bulk) => bulk.setDueDate(items, to === undated ? null : String(to))}
          onHold={onHold}
        />
      }
    >
      <TimeBar {...time} />
    </WorkView>
  )
}

/** The week or month that is shown, from the address. */
function useTime(isAgenda: boolean) {
  const [params, put] = useAddress()
  const now = useNow()
  // A month of days below each other would begin with screens of days that have passed.
  const usual: Span = isAgenda ? 'week' : 'month'
  const span = oneOf(spans, params.get('span')) ?? usual
  const wanted = params.get('on') ?? ''
  const date = /^\d{4}-\d\d-\d\d$/.test(wanted) && parseDate(wanted) ? wanted : now.today
  return { span, usual, date, put, ...now }
}

type Time = ReturnType<typeof useTime>
type DayOptions = { tasks: ViewProps['tasks']; time: Time; isAgenda: boolean }

/** Goes to another month or week. */
function TimeBar({ span, usual, date, today, first_day, put }: Time) {
  const step = (steps: 1 | -1, name: string, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      variant="default"
      size={28}
      aria-label={`${name} ${span}`}
      title={`${name} ${span}`}
      onClick={() => put({ on: inNext(date, span, steps) })}
    >
      <Icon size={16} />
    </ActionIcon>
  )
  const goToToday = () => {
    put({ on: '' })
    // On a phone, today may be far below.
    requestAnimationFrame(() => document.querySelector(`[data-column="${today}"]`)?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <div className={styles.bar}>
      <SegmentedControl
        size="xs"
        aria-label="Time span"
        data={[
          { value: 'month', label: 'Month' },
          { value: 'week', label: 'Week' },
        ]}
        value={span}
        onChange={(value) => put({ span: value === usual ? '' : value })}
      />
      {step(-1, 'Previous', IconChevronLeft)}
      {step(1, 'Next', IconChevronRight)}
      <Button variant="default" size="compact-sm" h={28} onClick={goToToday}>
        Today
      </Button>
      <h3 className={styles.heading} aria-live="polite">
        {headingOf(date, span, first_day)}
      </h3>
    </div>
  )
}

/** A column for each day, and one for what has no due date. */
function useDayColumns(shown: readonly WorkItem[], { tasks, time, isAgenda }: DayOptions) {
  const { span, date, today, first_day } = time
  const groups = useMemo(() => {
    const days = daysOf(date, span, { isWhole: !isAgenda, first_day })
    const isOther = (id: string) => span === 'month' && id.slice(0, 7) !== date.slice(0, 7)
    return byDay(days, shown).map((group, index) => ({
      ...group,
      hasWeekday: isAgenda || index < daysPerWeek,
      isOther: isOther(group.id),
    }))
  }, [date, span, isAgenda, first_day, shown])
  const columnOf = useCallback(
    ({ id, ...look }: { id: string; hasWeekday: boolean; isOther: boolean }) =>
      id === undated
        ? { title: 'No due date', empty: 'Everything has a due date.', isAside: true }
        : {
            title: id === today ? `${nameOf(id)}, today` : nameOf(id),
            heading: <DayHeading date={id} isToday={id === today} {...look} />,
            empty: null,
          },
    [today],
  )
  return useColumns(groups, { tasks, Content: span === 'week' ? CardOfWeekday : CardOfDay, columnOf })
}

type DayProps = { date: string; isToday: boolean; hasWeekday: boolean; isOther: boolean }

const DayHeading = ({ date, isToday, hasWeekday, isOther }: DayProps) => (
  <span className={styles.day} data-is-other={isOther} data-is-today={isToday}>
    {hasWeekday && <span className={styles.weekday}>{weekdayOf(date)}</span>}
    <time className={styles.number} dateTime={date}>
      {date.endsWith('-01') ? shortName(date) : dayOf(date)}
    </time>
  </span>
)
