import { Anchor, Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type Attention, api, type OpenItem } from 'contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useData } from '../api/data.ts'
import { useToday } from '../session/today.ts'
import { Count } from '../ui/text/Count.tsx'
import { DueDate } from '../ui/text/DueDate.tsx'
import { Initials } from '../ui/text/Initials.tsx'
import { WorkKey } from '../ui/text/WorkKey.tsx'
import styles from './Attention.module.css'

type Kind = 'overdue' | 'unassigned' | 'overloaded' | 'idle'
const names: Record<Kind, string> = {
  overdue: 'Overdue',
  unassigned: 'Unassigned',
  overloaded: 'Over their hours',
  idle: 'Without work',
}
const kinds = Object.keys(names) as Kind[]

/** The work and people that need the manager today: of each kind the number, and the rows of one kind. */
export function NeedsAttention() {
  const attention = useData(api.health.attention, {})
  const [chosen, choose] = useState<Kind>()
  const present = kinds.filter((kind) => countOf(attention, kind) > 0)
  const shown = chosen && present.includes(chosen) ? chosen : present[0]
  if (!shown)
    return (
      <p className={`dimmed ${styles.nothing}`}>
        <IconCircleCheck size={18} aria-hidden /> Nothing needs you today.
      </p>
    )
  return (
    <div className={styles.panel}>
      <div className={styles.kinds}>
        {present.map((kind) => (
          <Button
            key={kind}
            variant={kind === shown ? 'light' : 'subtle'}
            color={kind === shown ? 'accent' : 'gray'}
            size="compact-sm"
            aria-pressed={kind === shown}
            onClick={() => choose(kind)}
          >
            {names[kind]} <Count>{countOf(attention, kind)}</Count>
          </Button>
        ))}
      </div>
      <ul className={styles.rows} aria-label={names[shown]}>
        <Rows of={attention} kind={shown} />
      </ul>
    </div>
  )
}

function countOf({ overdue_count, unassigned_count, idle, overloaded }: Attention, kind: Kind) {
  const counts = { overdue: overdue_count, unassigned: unassigned_count, overloaded: overloaded.length, idle: idle.length }
  return counts[kind]
}

function Rows({ of: { overdue, unassigned, overloaded, idle }, kind }: { of: Attention; kind: Kind }) {
  if (kind === 'overdue' || kind === 'unassigned')
    return (kind === 'overdue' ? overdue : unassigned).map((item) => <Item key={`${item.type} ${item.id}`} item={item} />)
  if (kind === 'idle') return idle.map((person) => <Person key={person.id} person={person} words="No open subtask" />)
  return overloaded.map(({ person, hours, capacity }) => (
    <Person key={person.id} person={person} words={`${hours} h of work this week, ${capacity} h of working time`} />
  ))
}

function Item({ item }: { item: OpenItem }) {
  const { type, id, title, task, project, assigned_to, due_date } = item
  const today = useToday()
  const place = type === 'subtask' ? `/project_manager/tasks/${task}#subtask-${id}` : `/project_manager/tasks/${task}`
  return (
    <li className={styles.row} data-row={id}>
      <span className={styles.what}>
        <WorkKey of={item} />
        <Anchor component={Link} to={place} className="truncate" c="inherit" title={title}>
          {title}
        </Anchor>
      </span>
      <span className="fine truncate" title={project.name}>
        {project.name}
      </span>
      <span>{due_date && <DueDate date={due_date} today={today} />}</span>
      {assigned_to && (
        <span role="img" aria-label={assigned_to.full_name}>
          <Initials id={assigned_to.id} name={assigned_to.full_name} size={22} />
        </span>
      )}
    </li>
  )
}

const Person = ({ person, words }: { person: { id: number; full_name: string }; words: string }) => (
  <li className={styles.row}>
    <span className={styles.person}>
      <Initials id={person.id} name={person.full_name} size={22} />
      <span className="truncate">{person.full_name}</span>
    </span>
    <span className="fine tabular">{words}</span>
  </li>
)
