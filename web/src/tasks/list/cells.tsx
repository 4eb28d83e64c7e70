import { IconCalendar, IconUser } from '@tabler/icons-react'
import type { Member, Priority, Status, Task } from 'contract'
import { DateMenu } from '../../ui/form/DateMenu.tsx'
import { DueDate, dueWords } from '../../ui/text/DueDate.tsx'
import { Initials } from '../../ui/text/Initials.tsx'
import { PriorityBadge, TaskStatusBadge } from '../../ui/theme/badges.tsx'
import { AssigneeMenu } from '../parts/AssigneeMenu.tsx'
import { PriorityMenu } from '../parts/PriorityMenu.tsx'
import { StatusMenu } from '../parts/StatusMenu.tsx'
import styles from './TaskRow.module.css'

/** `save` is absent where the value can't be changed. */
type Cell<Value> = { of: string; save: ((value: Value) => void) | undefined }

type Person = { id: number; full_name: string }
type AssigneeProps = Cell<number | null> & {
  assignee: Task['assigned_to']
  /** Everybody who is shown: the assignee, and those of a task's subtasks. */
  people: readonly Person[]
  members: readonly Member[]
  /** Says so in words if nobody is assigned, where there is room. */
  isNamed?: boolean
}

export const AssigneeCell = ({ of, assignee, people, members, save, isNamed = false }: AssigneeProps) => (
  <span className={styles.people}>
    <Avatars people={people} isNamed={isNamed} />
    {save && (
      <AssigneeMenu of={of} assignee={assignee} members={members} save={save} title={`${namesOf(people)} (change with key A)`} />
    )}
  </span>
)

const shownPeople = 3

const namesOf = (people: readonly Person[]) => people.map(({ full_name }) => full_name).join(', ') || 'Unassigned'

const Avatars = ({ people, isNamed }: { people: readonly Person[]; isNamed: boolean }) => (
  <span className={styles.avatars} role="img" aria-label={namesOf(people)}>
    {people.length === 0 && isNamed && <span className={styles.nobody}>Unassigned</span>}
    {people.length === 0 && (
      <IconUser size={18} stroke={1.5} className={isNamed ? styles.somebody : styles.onDemand} aria-hidden />
    )}
    {people.slice(0, shownPeople).map(({ id, full_name }) => (
      <Initials key={id} id={id} name={full_name} size={22} />
    ))}
    {people.length > shownPeople && <span className={`fine tabular ${styles.others}`}>+{people.length - shownPeople}</span>}
  </span>
)

type DueProps = Cell<string | null> & { date: string | null; today: string; isDone: boolean }

export const DueCell = ({ of, date, today, isDone, save }: DueProps) => {
  const shown = date && <DueDate date={date} today={today} isDone={isDone} />
  if (!save) return <span className={styles.due}>{shown}</span>
  return (
    <DateMenu
      className={styles.due}
      label={`Due date of ${of}: ${dueWords(date, today, isDone)}`}
      title="Change due date (key D)"
      value={date ?? ''}
      today={today}
      choose={(chosen) => save(chosen || null)}
    >
      {shown || <IconCalendar size={16} stroke={1.5} className={styles.onDemand} aria-hidden />}
    </DateMenu>
  )
}

export const PriorityCell = ({ of, priority, save }: Cell<Priority> & { priority: Priority }) => (
  <span className={styles.priority}>
    {save ? <PriorityMenu of={of} priority={priority} save={save} /> : <PriorityBadge priority={priority} />}
  </span>
)

export const StatusCell = ({ of, status, save }: Cell<Status> & { status: Status }) => (
  <span className={styles.status}>
    {save ? <StatusMenu of={of} status={status} onChoose={save} /> : <TaskStatusBadge status={status} />}
  </span>
)
