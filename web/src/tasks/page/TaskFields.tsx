import { Box } from '@mantine/core'
import type { Task } from 'contract'
import type { ReactNode } from 'react'
import { useHighlight } from '../../live/highlights.ts'
import { useToday } from '../../session/today.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { InlineField } from '../../ui/form/InlineField.tsx'
import { DueDate } from '../../ui/text/DueDate.tsx'
import { formatDate } from '../../ui/text/dates.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { PriorityBadge, priorityOptions, TaskStatusBadge, taskStatusOptions } from '../../ui/theme/badges.tsx'
import { succeeds, useTaskChanges } from '../data/changes.ts'
import type { TaskChange } from '../data/read.ts'
import { Blockers } from '../parts/Blockers.tsx'
import { LabelsField } from '../parts/LabelsField.tsx'
import { LabelTags } from '../parts/LabelTags.tsx'
import styles from './TaskFields.module.css'

type Props = {
  task: Task
  isManager: boolean
  reason: string | undefined
}

/** The fields beside a task. The project's manager edits them in place. */
export function TaskFields({ task, isManager, reason }: Props) {
  const today = useToday()
  const { updateTask } = useTaskChanges()
  const save = (change: TaskChange) => updateTask(task.id, change)
  const status = <TaskStatusBadge status={task.status} />
  const priority = <PriorityBadge priority={task.priority} />
  const due = task.due_date ? (
    <DueDate date={task.due_date} today={today} isDone={task.status === 'done'} />
  ) : (
    formatDate(task.due_date)
  )
  const mayChange = isManager && !reason
  const shared = { disabledReason: reason, onRefused: toast.error }
  return (
    <aside className={styles.fields} aria-label="Details" {...useHighlight('task', task.id)}>
      {isManager ? (
        <>
          <InlineField
            {...shared}
            label="Status"
            kind="select"
            options={taskStatusOptions}
            value={task.status}
            display={status}
            save={(value) => save({ status: value as Task['status'] })}
          />
          <InlineField
            {...shared}
            label="Priority"
            kind="select"
            options={priorityOptions}
            value={task.priority}
            display={priority}
            save={(value) => save({ priority: value as Task['priority'] })}
          />
          <InlineField
            {...shared}
            label="Due Date"
            kind="date"
            today={today}
            value={task.due_date ?? ''}
            display={due}
            save={(value) => save({ due_date: value || null })}
          />
        </>
      ) : (
        <>
          <Fact name="Status">{status}</Fact>
          <Fact name="Priority">{priority}</Fact>
          <Fact name="Due Date">{due}</Fact>
        </>
      )}
      <Fact name="Created">
        <RelativeTime at={task.created_at} />
      </Fact>
      <Fact name="Labels" isWide>
        {mayChange ? (
          <LabelsField labels={task.labels} save={(label_ids) => void succeeds(save({ label_ids }))} />
        ) : task.labels.length ? (
          <LabelTags labels={task.labels} />
        ) : (
          <span className="dimmed">None</span>
        )}
      </Fact>
      {(mayChange || task.blocked_by.length > 0) && (
        <Fact name="Blocked by" isWide>
          <Blockers work={task} project_id={task.project} mayChange={mayChange} />
        </Fact>
      )}
    </aside>
  )
}

const Fact = ({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) => (
  <div className={styles.fact} data-is-wide={isWide}>
    <Box className="fine" fw="var(--weight-medium)">
      {name}
    </Box>
    <div className={styles.value}>{children}</div>
  </div>
)
