import { Alert, Button, Group, Menu, Text, Title } from '@mantine/core'
import { IconCopy, IconInfoCircle, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import type { Subtask, Task } from 'contract'
import { useNavigate } from 'react-router'
import { CapacityWatchLater } from '../../capacity/later.tsx'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { InlineField } from '../../ui/form/InlineField.tsx'
import { ReasonedButton } from '../../ui/form/ReasonedButton.tsx'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { Count } from '../../ui/text/Count.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { spentMinutes } from '../board/board.ts'
import { type OpenDialog, type TaskActions, useTaskActions } from '../data/actions.ts'
import { succeeds, useTaskChanges } from '../data/changes.ts'
import { isOwn, mayAskFor, worksOn } from '../data/own.ts'
import { useTask } from '../data/read.ts'
import { TaskDialogs } from '../dialogs/TaskDialogs.tsx'
import { AddSubtask } from '../list/AddSubtask.tsx'
import lists from '../list/SubtaskRow.module.css'
import { SubtaskRow } from '../list/SubtaskRow.tsx'
import { AllDone } from '../parts/AllDone.tsx'
import { AskForIt } from '../parts/AskForIt.tsx'
import { Hours } from '../parts/Hours.tsx'
import { RowMenu } from '../parts/RowMenu.tsx'
import { Proposals } from '../proposals/Proposals.tsx'
import { Comments } from './Comments.tsx'
import { Files } from './Files.tsx'
import styles from './TaskDetails.module.css'
import { TaskFields } from './TaskFields.tsx'

type Props = {
  task_id: string
  /** The address to go to after the task is deleted. */
  backFrom: (task: Task) => string
}

/** A task's page. Suspends in the nearest `Loaded`. */
export function TaskDetails({ task_id, backFrom }: Props) {
  const { id: me_id, role } = useMe()
  const isManager = role === 'project_manager'
  const task = useTask(task_id)
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
        <Alert className={styles.wide} color="yellow" icon={<IconInfoCircle size={18} />} p="sm">
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
                leftSection={<IconCopy size={16} />}
                disabled={reason !== undefined}
                onClick={() => actions.copyTask(task)}
              >
                Copy Task
              </Menu.Item>
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
        <TaskFields task={task} isManager={isManager} reason={reason} />
      </div>
      <div className={styles.main}>
        <section>
          {isManager ? (
            <InlineField
              label="Description"
              isHeading
              kind="textarea"
              place={{ project: task.project }}
              value={task.description}
              placeholder="Add a description"
              disabledReason={reason}
              draftKey={`description ${me_id} ${task.id}`}
              onRefused={toast.error}
              save={(description, from) =>
                updateTask(task.id, { description: description.trim(), edited_from: { description: from } })
              }
              setCheckBox={(check_box) => succeeds(updateTask(task.id, { check_box }))}
            />
          ) : (
            <>
              <Title order={2} fz="var(--text-title)">
                Description
              </Title>
              <div className={styles.text}>
                {task.description ? <Markdown>{task.description}</Markdown> : 'No description provided.'}
              </div>
            </>
          )}
        </section>
        <Subtasks task={task} actions={isManager ? actions : undefined} open={open} />
        <Files task={task} reason={reason} />
        <Comments task={task} comments={task.comments} reason={reason} />
      </div>
      <TaskDialogs project_id={task.project} dialog={dialog} close={close} />
      {isManager && !reason && <CapacityWatchLater project_id={task.project} />}
    </div>
  )
}

/** The estimates and the time spent of all subtasks. */
function totalOf(subtasks: readonly Subtask[]) {
  const estimates = subtasks.flatMap(({ estimated_hours }) => estimated_hours ?? [])
  const hours = Math.round(estimates.reduce((sum, hours) => sum + hours, 0) * 10) / 10
  return { estimate: estimates.length > 0 ? hours : null, spent: spentMinutes(subtasks) }
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
    <section className={lists.container} aria-labelledby="subtasks">
      <Group justify="space-between" gap="sm" mb="xs">
        <Title order={2} id="subtasks" fz="var(--text-title)">
          Subtasks{' '}
          {subtasks.length > 0 && (
            <Count>
              {completed} of {subtasks.length} done <Hours {...totalOf(subtasks)} />
            </Count>
          )}
        </Title>
        {add}
        {worksOn(me, task) && !reason && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => open({ kind: 'proposal', parent: task })}
          >
            Propose Subtask
          </Button>
        )}
      </Group>
      {subtasks.length === 0 ? (
        <Text inherit c="dimmed" my="xs">
          No subtasks yet. They are the steps of this task, each with its own assignee.
        </Text>
      ) : (
        <ul className={styles.list}>
          {subtasks.map((subtask) => (
            <SubtaskRow
              key={subtask.id}
              subtask={subtask}
              project={task.project}
              today={today}
              actions={actions}
              reason={reason}
              setStatus={actions || isOwn(me, subtask) ? own.setSubtaskStatus : undefined}
              isWhole
              {...(mayAskFor(me, subtask) && !reason && { ask: <AskForIt subtask_id={subtask.id} title={subtask.title} /> })}
            />
          ))}
        </ul>
      )}
      {!reason && (actions || isOwn(me, task)) && <AllDone task={task} setStatus={own.setTaskStatus} />}
      <Proposals project_id={task.project} task_id={task.id} reason={reason} />
      {actions && !reason && <AddSubtask task={task} />}
    </section>
  )
}
