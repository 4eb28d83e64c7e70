import { Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCalendar, IconUser } from '@tabler/icons-react'
import type { Project } from 'contract'
import { Link, useLocation } from 'react-router'
import { useHighlight } from '../live/highlights.ts'
import { useToday } from '../session/today.ts'
import { clip } from '../ui/text/clip.ts'
import { formatDate } from '../ui/text/dates.ts'
import { Initials } from '../ui/text/Initials.tsx'
import { PriorityBadge, ProjectStatusBadge } from '../ui/theme/badges.tsx'
import { EndNote } from './EndNote.tsx'
import styles from './ProjectCard.module.css'
import { developersOf, endOf, managerOf } from './read.ts'

type Props = {
  project: Project
  to: string
  /** The tenant admin sees the manager; a manager sees the members. */
  shows: 'manager' | 'members'
}

export function ProjectCard({ project, to, shows }: Props) {
  const { name, description, start_date, end_date, status, priority, is_active } = project
  const { search } = useLocation()
  const today = useToday()
  const end = is_active ? endOf(project, today) : undefined
  const between = shows === 'manager' ? ' to ' : ' - '
  return (
    <article className={styles.card} {...useHighlight('project', project.id)} data-inactive={!is_active || undefined}>
      <Group gap="sm" align="flex-start" wrap="nowrap" justify="space-between">
        <h4 className={`clip-2 ${styles.name}`}>
          {/* The project's page links back to the list with its current search. */}
          <Link to={to} state={{ search }}>
            {name}
          </Link>
        </h4>
        <ProjectStatusBadge status={status} />
      </Group>
      {description && <p className="dimmed">{clip(description, 100)}</p>}
      <Stack gap="var(--space-half)" mt="auto">
        <Group gap="var(--space-1-half) var(--space-3)" justify="space-between">
          <span className={styles.dates}>
            <IconCalendar size={14} aria-hidden />
            {start_date || end_date ? [start_date, end_date].map(formatDate).join(between) : 'N/A'}
          </span>
          <PriorityBadge priority={priority} />
        </Group>
        {end && <EndNote {...end} />}
      </Stack>
      <div className={styles.people}>{shows === 'manager' ? <Manager of={project} /> : <Members of={project} />}</div>
    </article>
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
