import { Group, Progress, Text, VisuallyHidden } from '@mantine/core'
import { IconCalendar, IconUser } from '@tabler/icons-react'
import type { Project, ProjectHealth } from 'contract'
import { plainText } from 'contract/plain-text'
import { Link, useLocation } from 'react-router'
import { useHighlight } from '../live/highlights.ts'
import { useToday } from '../session/today.ts'
import { clip } from '../ui/text/clip.ts'
import { dayAndMonth, formatDate } from '../ui/text/dates.ts'
import { Initials } from '../ui/text/Initials.tsx'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'
import { PriorityBadge, ProjectStatusBadge } from '../ui/theme/badges.tsx'
import { EndNote } from './EndNote.tsx'
import { percentDone } from './health.ts'
import styles from './ProjectCard.module.css'
import { ProjectState } from './ProjectState.tsx'
import { developersOf, endOf, managerOf } from './read.ts'

type Props = {
  project: Project
  /** Undefined until it is known, and for an inactive project. */
  health: ProjectHealth | undefined
  to: string
  /** The tenant admin sees the manager; a manager sees the members. */
  shows: 'manager' | 'members'
  heading: 'h3' | 'h4'
}

/** A project in one line where the list is wide, else as a card. */
export function ProjectCard({ project, health, to, shows, heading: Heading }: Props) {
  const { name, description, start_date, end_date, status, priority, is_active } = project
  const about = plainText(description)
  const { pathname, search } = useLocation()
  const today = useToday()
  const end = is_active ? endOf(project, today) : undefined
  const between = shows === 'manager' ? ' to ' : ' - '
  return (
    <article className={styles.card} {...useHighlight('project', project.id)} data-inactive={!is_active || undefined}>
      <div className={styles.about}>
        <Heading className={`clip-2 ${styles.name}`}>
          {/* The project's page links back to this page, with its current search. */}
          <Link to={to} state={{ pathname, search }}>
            {name}
          </Link>
        </Heading>
        {description && (
          <p className={styles.description} title={about}>
            {clip(about, 100)}
          </p>
        )}
      </div>
      <div className={styles.marks}>
        <ProjectStatusBadge status={status} />
        <PriorityBadge priority={priority} />
      </div>
      {is_active && <div className={styles.health}>{health && <Health of={health} status={status} />}</div>}
      <div className={styles.time}>
        <span className={styles.dates}>
          <IconCalendar size={14} aria-hidden />
          {start_date || end_date ? [start_date, end_date].map(formatDate).join(between) : 'N/A'}
        </span>
        {end && <EndNote {...end} />}
      </div>
      <div className={styles.people}>{shows === 'manager' ? <Manager of={project} /> : <Members of={project} />}</div>
    </article>
  )
}

/** Progress, what is late or due next, and when something last happened. */
function Health({ of, status }: { of: ProjectHealth; status: Project['status'] }) {
  const { tasks, tasks_done, overdue, next_due, last_activity_at, state, reason } = of
  const isRunning = status === 'planning' || status === 'in_progress'
  const percent = percentDone(of)
  const words = `${tasks_done} of ${tasks} ${tasks === 1 ? 'task' : 'tasks'} completed`
  return (
    <>
      {isRunning && <ProjectState state={state} reason={reason} isCompact />}
      <div className={`fine tabular ${styles.progress}`}>
        <Progress value={percent} size="sm" className={styles.bar} aria-label={words} title={words} />
        <span>{percent}%</span>
        {/* A late project's reason says it first. */}
        {overdue > 0 && !(isRunning && state === 'late') && <span>{overdue} overdue</span>}
        {next_due && <span title={next_due.title}>Next due {dayAndMonth(next_due.date)}</span>}
        <span>
          Active <RelativeTime at={last_activity_at} />
        </span>
      </div>
    </>
  )
}

const Manager = ({ of }: { of: Project }) => (
  <>
    <IconUser size={14} aria-hidden />
    <VisuallyHidden>Project Manager: </VisuallyHidden>
    <span className="truncate" title={managerOf(of)?.full_name}>
      {managerOf(of)?.full_name ?? 'N/A'}
    </span>
    {!of.has_manager && (
      <Text span inherit flex="none" c="var(--mantine-color-error)">
        has left
      </Text>
    )}
  </>
)

function Members({ of }: { of: Project }) {
  const people = developersOf(of).map(({ employee }) => employee)
  const more = people.length - 4
  if (people.length === 0) return 'No members yet.'
  return (
    <>
      <Group gap="var(--space-half)">
        {people.slice(0, 4).map(({ id, full_name }) => (
          <Initials key={id} id={id} name={full_name} size={26} />
        ))}
      </Group>
      {more > 0 && (
        <Text span inherit fw="var(--weight-medium)">
          +{more}
        </Text>
      )}
      <VisuallyHidden>Members: {people.map(({ full_name }) => full_name).join(', ')}</VisuallyHidden>
    </>
  )
}
