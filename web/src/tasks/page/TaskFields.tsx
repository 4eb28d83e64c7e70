import { Anchor, Box, Group } from '@mantine/core'
import { api, may, type Status, type Task } from 'contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useHighlight } from '../../live/highlights.ts'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { TimerButton } from '../../time/TimerButton.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { InlineField } from '../../ui/form/InlineField.tsx'
import { DueDate } from '../../ui/text/DueDate.tsx'
import { formatDate } from '../../ui/text/dates.ts'
import { Initials } from '../../ui/text/Initials.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { PriorityBadge, priorityOptions, recurrenceOptions, TaskStatusBadge, taskStatusOptions } from '../../ui/theme/badges.tsx'
import { useAssignees } from '../data/assignees.ts'
import { succeeds, useTaskChanges } from '../data/changes.ts'
import { isOwn } from '../data/own.ts'
import type { TaskChange } from '../data/read.ts'
import { pageOf } from '../data/recurrence.ts'
import { Blockers } from '../parts/Blockers.tsx'
import { LabelsField } from '../parts/LabelsField.tsx'
import { LabelTags } from '../parts/LabelTags.tsx'
import { StatusMenu } from '../parts/StatusMenu.tsx'
import { WorkTime } from '../parts/WorkTime.tsx'
import styles from './TaskFields.module.css'

type Props = {
  task: Task
  isManager: boolean
  reason: string | undefined
}

/** The fields beside a task. The project's manager edits them in place, and its assignee the status. */
export function TaskFields({ task, isManager, reason }: Props) {
  const { updateTask } = useTaskChanges()
  const save = (change: TaskChange) => updateTask(task.id, change)
  const mayChange = isManager && !reason
  const me = useMe()
  const mayTime = may(me.role, api.time.startOnTask) && !reason
  const work = { project: task.project, task: task.id, subtask: null, key: task.key, title: task.title }
  const isOwnTask = isOwn(me, task) && !reason
  const setStatus = isOwnTask ? (status: Status) => void succeeds(save({ status })) : undefined
  return (
    <aside className={styles.fields} aria-label="Details" {...useHighlight('task', task.id)}>
      {isManager ? <Editable task={task} reason={reason} save={save} /> : <Readable task={task} setStatus={setStatus} />}
      {(mayTime || task.spent_minutes > 0) && (
        <Fact name="Time">
          <WorkTime work={work} estimate={null} spent={task.spent_minutes} reason={reason} />
          {!reason && <TimerButton of={work} />}
        </Fact>
      )}
      {task.next_task && (
        <Fact name="Next">
          <Anchor component={Link} to={pageOf(task.next_task)} inherit className="tabular">
            {task.next_task.key}
          </Anchor>
        </Fact>
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

type EditableProps = Pick<Props, 'task' | 'reason'> & { save: (change: TaskChange) => Promise<unknown> }

function Editable({ task, reason, save }: EditableProps) {
  const today = useToday()
  const shared = { disabledReason: reason, onRefused: toast.error }
  return (
    <>
      <InlineField
        {...shared}
        label="Status"
        kind="select"
        options={taskStatusOptions}
        value={task.status}
        display={<TaskStatusBadge status={task.status} />}
        save={(value) => save({ status: value as Task['status'] })}
      />
      <Loaded failed="The project's members could not be loaded." skeleton={<Assignee task={task} />}>
        <EditableAssignee task={task} reason={reason} save={save} />
      </Loaded>
      <InlineField
        {...shared}
        label="Priority"
        kind="select"
        options={priorityOptions}
        value={task.priority}
        display={<PriorityBadge priority={task.priority} />}
        save={(value) => save({ priority: value as Task['priority'] })}
      />
      <InlineField
        {...shared}
        label="Due Date"
        kind="date"
        today={today}
        value={task.due_date ?? ''}
        display={<Due task={task} />}
        save={(value) => save({ due_date: value || null })}
      />
      <InlineField
        {...shared}
        label="Repeats"
        kind="select"
        options={recurrenceOptions}
        value={task.recurrence ?? ''}
        save={(value) => save({ recurrence: (value || null) as Task['recurrence'] })}
      />
    </>
  )
}

function EditableAssignee({ task, reason, save }: EditableProps) {
  const assignees = useAssignees(task.project, task.assigned_to)
  return (
    <InlineField
      label="Assignee"
      kind="select"
      options={[{ value: '', label: 'Unassigned' }, ...assignees]}
      value={String(task.assigned_to?.id ?? '')}
      display={<Person of={task} />}
      disabledReason={reason}
      onRefused={toast.error}
      save={(id) => save({ assigned_to_id: id ? Number(id) : null })}
    />
  )
}

const Assignee = ({ task }: Pick<Props, 'task'>) => (
  <Fact name="Assignee">
    <Person of={task} />
  </Fact>
)

const Person = ({ of: { assigned_to } }: { of: Task }) =>
  assigned_to ? (
    <Group gap="xs" wrap="nowrap" component="span">
      <Initials id={assigned_to.id} name={assigned_to.full_name} size={22} />
      {assigned_to.full_name}
    </Group>
  ) : (
    <span className="dimmed">Unassigned</span>
  )

type ReadableProps = Pick<Props, 'task'> & { setStatus: ((status: Status) => void) | undefined }

const Readable = ({ task, setStatus }: ReadableProps) => (
  <>
    <Fact name="Status">
      {setStatus ? (
        <StatusMenu of={task.title} status={task.status} onChoose={setStatus} />
      ) : (
        <TaskStatusBadge status={task.status} />
      )}
    </Fact>
    <Assignee task={task} />
    <Fact name="Priority">
      <PriorityBadge priority={task.priority} />
    </Fact>
    <Fact name="Due Date">
      <Due task={task} />
    </Fact>
    {task.recurrence && <Fact name="Repeats">{recurrenceOptions.find(({ value }) => value === task.recurrence)?.label}</Fact>}
  </>
)

function Due({ task: { due_date, status } }: Pick<Props, 'task'>) {
  const today = useToday()
  return due_date ? <DueDate date={due_date} today={today} isDone={status === 'done'} /> : formatDate(due_date)
}

const Fact = ({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) => (
  <div className={styles.fact} data-is-wide={isWide}>
    <Box className="fine" fw="var(--weight-medium)">
      {name}
    </Box>
    <div className={styles.value}>{children}</div>
  </div>
)
