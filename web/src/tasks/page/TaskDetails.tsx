import { Alert, Group, Menu, Title } from '@mantine/core'
import { IconInfoCircle, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import type { Task } from 'contract'
import { useNavigate } from 'react-router'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { InlineField } from '../../ui/form/InlineField.tsx'
import { ReasonedButton } from '../../ui/form/ReasonedButton.tsx'
import { LinkedText } from '../../ui/text/LinkedText.tsx'
import { type OpenDialog, type TaskActions, useTaskActions } from '../data/actions.ts'
import { useTaskChanges } from '../data/changes.ts'
import { useLabels } from '../data/labels.ts'
import { useTask } from '../data/read.ts'
import { TaskDialogs } from '../dialogs/TaskDialogs.tsx'
import { useDialog } from '../dialogs/useDialog.ts'
import { AddSubtask } from '../list/AddSubtask.tsx'
import { SubtaskRow } from '../list/SubtaskRow.tsx'
import { RowMenu } from '../parts/RowMenu.tsx'
import { Comments } from './Comments.tsx'
import styles from './TaskDetails.module.css'
import { TaskFields } from './TaskFields.tsx'

type Props = {
  task_id: string
  /** The address to go to after the task is deleted. */
  backFrom: (task: Task) => string
}

/** A task's page. Suspends in the nearest `Loaded`. */
export function TaskDetails({ task_id, backFrom }: Props) {
  const isManager = useMe().role === 'project_manager'
  const labels = useLabels({ enabled: isManager })
  const task = useTask(task_id, labels)
  const { dialog, open, close } = useDialog<OpenDialog>()
  const actions = useTaskActions(open)
  const { updateTask } = useTaskChanges()
  const navigate = useNavigate()
  const reason = task.project_is_active ? undefined : 'Project is inactive'

  const remove = async () => {
    if (await actions.removeTask(task)) void navigate(backFrom(task), { replace: true })
  }

  return (
    <div className={styles.page}>
      {reason && (
        <Alert className={styles.wide} color="yellow" icon={<IconInfoCircle size={18} />} p={12}>
          {reason}: it can be read, but nothing in it can be changed until its project manager or a tenant admin reactivates it.
        </Alert>
      )}
      <div className={styles.side}>
        {isManager && (
          <Group gap="xs" wrap="nowrap" justify="flex-end">
            <ReasonedButton
              variant="default"
              size="xs"
              leftSection={<IconPencil size={16} />}
              reason={reason}
              onClick={() => actions.editTask(task)}
            >
              Edit Task
            </ReasonedButton>
            <RowMenu of={task.title} reason={reason}>
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={16} />}
                disabled={reason !== undefined}
                onClick={() => void remove()}
              >
                Delete Task
              </Menu.Item>
            </RowMenu>
          </Group>
        )}
        <TaskFields task={task} labels={labels} isManager={isManager} reason={reason} />
      </div>
      <div className={styles.main}>
        <section className={styles.description}>
          {isManager ? (
            <InlineField
              label="Description"
              kind="textarea"
              value={task.description}
              placeholder="Add a description"
              disabledReason={reason}
              onRefused={toast.error}
              save={(description) => updateTask(task.id, { description: description.trim() })}
            />
          ) : (
            <>
              <Title order={2} fz={16}>
                Description
              </Title>
              <p>{task.description ? <LinkedText>{task.description}</LinkedText> : 'No description provided.'}</p>
            </>
          )}
        </section>
        <Subtasks task={task} actions={isManager ? actions : undefined} open={open} />
        <Comments task={task} comments={task.comments} reason={reason} />
      </div>
      <TaskDialogs project_id={task.project} dialog={dialog} close={close} />
    </div>
  )
}

type SubtasksProps = { task: Task; actions: TaskActions | undefined; open: (dialog: OpenDialog) => void }

function Subtasks({ task, actions, open }: SubtasksProps) {
  const me = useMe()
  const today = useToday()
  const own = useTaskActions(open)
  const { subtasks } = task
  const reason = task.project_is_active ? undefined : 'Project is inactive'
  const completed = subtasks.filter(({ status }) => status === 'done').length
  const add = actions && (
    <ReasonedButton
      variant="default"
      size="xs"
      leftSection={<IconPlus size={16} />}
      reason={reason}
      onClick={() => actions.addSubtask(task)}
    >
      Create Subtask
    </ReasonedButton>
  )
  return (
    <section className={styles.subtasks} aria-labelledby="subtasks">
      <div className={styles.head}>
        <Title order={2} id="subtasks" fz={16}>
          Subtasks{' '}
          {subtasks.length > 0 && (
            <span className={styles.count}>
              {completed} of {subtasks.length} done
            </span>
          )}
        </Title>
        {add}
      </div>
      {subtasks.length === 0 ? (
        <p className={styles.empty}>No subtasks yet. They are the steps of this task, each with its own assignee.</p>
      ) : (
        <ul className={styles.list}>
          {subtasks.map((subtask) => (
            <SubtaskRow
              key={subtask.id}
              subtask={subtask}
              today={today}
              actions={actions}
              reason={reason}
              setStatus={actions || isOf(me, subtask) ? own.setSubtaskStatus : undefined}
              isWhole
            />
          ))}
        </ul>
      )}
      {actions && !reason && <AddSubtask task={task} />}
    </section>
  )
}

/** Developers change the status of their own subtasks. */
const isOf = (me: { id: number; role: string }, { assigned_to }: Task['subtasks'][number]) =>
  me.role === 'developer' && assigned_to?.id === me.id
