import { SimpleGrid } from '@mantine/core'
import { dateProblems, type Priority, type Project, type ProjectStatus } from 'contract'
import { useHighlight } from '../live/highlights.ts'
import { useMe } from '../session/session.ts'
import { useToday } from '../session/today.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { InlineField } from '../ui/form/InlineField.tsx'
import { PriorityBadge, ProjectStatusBadge, priorityOptions, projectStatusOptions } from '../ui/theme/badges.tsx'
import { inactive } from './activation.ts'
import { EndNote } from './EndNote.tsx'
import styles from './ProjectPage.module.css'
import { endOf, useChangeProject } from './read.ts'

/** The project's dates, status and priority, editable in place. */
export function ProjectFacts({ project }: { project: Project }) {
  const { start_date, end_date, status, priority, is_active } = project
  const today = useToday()
  const change = useChangeProject(project)
  const isReader = useMe().role === 'developer'
  const shared = {
    disabledReason: !is_active ? inactive : isReader ? 'Only the project manager can change this.' : undefined,
    onRefused: (message: string) => toast.error(message),
  }
  const end = endOf(project, today)
  const wrong = (dates: { start_date?: string | null; end_date?: string | null }) => {
    const problems = dateProblems(dates, today, project)
    return problems.start_date?.[0] ?? problems.end_date?.[0]
  }
  return (
    <SimpleGrid cols={2} spacing="xs" {...useHighlight('project', project.id)}>
      <div className={styles.fact}>
        <InlineField
          {...shared}
          label="Start Date"
          kind="date"
          today={today}
          value={start_date ?? ''}
          validate={(date) => wrong({ start_date: date || null })}
          revertsWhenWrong
          save={(date) => change({ start_date: date || null })}
        />
      </div>
      <div className={styles.fact}>
        <InlineField
          {...shared}
          label="End Date"
          kind="date"
          today={today}
          min={start_date ?? undefined}
          value={end_date ?? ''}
          validate={(date) => wrong({ end_date: date || null })}
          save={(date) => change({ end_date: date || null })}
        />
        {end && <EndNote {...end} />}
      </div>
      <div className={styles.fact}>
        <InlineField
          {...shared}
          label="Status"
          kind="select"
          options={projectStatusOptions}
          value={status}
          display={<ProjectStatusBadge status={status} />}
          save={(wanted) => change({ status: wanted as ProjectStatus })}
        />
      </div>
      <div className={styles.fact}>
        <InlineField
          {...shared}
          label="Priority"
          kind="select"
          options={priorityOptions}
          value={priority}
          display={<PriorityBadge priority={priority} />}
          save={(wanted) => change({ priority: wanted as Priority })}
        />
      </div>
    </SimpleGrid>
  )
}
