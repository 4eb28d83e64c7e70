import { Flex, Group, NativeSelect, Progress, Stack } from '@mantine/core'
import { priorities, statuses, type Task } from 'contract'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useToday } from '../../session/today.ts'
import { Empty, NothingMatches } from '../../ui/feedback/Empty.tsx'
import { oneOf, useAddress } from '../../ui/hooks/address.ts'
import toolbar from '../../ui/list/ListToolbar.module.css'
import { SearchField } from '../../ui/list/SearchField.tsx'
import { priorityOptions, taskStatusOptions } from '../../ui/theme/badges.tsx'
import type { TaskActions } from '../data/actions.ts'
import { FilterNote } from './FilterNote.tsx'
import styles from './SubtaskRow.module.css'
import { matchingTasks } from './search.ts'
import { TaskRow } from './TaskRow.tsx'

import { useSteadyRows } from './useSteadyRows.ts'
import { VirtualList } from './VirtualList.tsx'

type Props = {
  tasks: readonly Task[]
  /** Absent for the tenant admin. */
  actions: TaskActions | undefined
  reason: string | undefined
  /** The button that creates the first task, for those who may. */
  create: ReactNode
}

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`

export function TaskView({ tasks, actions, reason, create }: Props) {
  const { view, put, clear } = useTaskFilters()
  const matching = useMemo(() => matchingTasks(tasks, view), [tasks, view])
  const { shown, hold } = useSteadyRows(matching, tasks)
  const today = useToday()
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const showAll = useCallback((task: number) => setUnfolded((tasks) => new Set(tasks).add(task)), [])
  const isFiltered = Object.values(view).some(Boolean)

  if (tasks.length === 0)
    return <Empty action={create}>No tasks yet. A task is a piece of this project's work, split into subtasks.</Empty>
  return (
    <Stack gap="sm" className={styles.container}>
      <Summary tasks={tasks} shown={shown} />
      <Group gap="xs">
        <SearchField
          className={toolbar.search}
          size="xs"
          label="Search tasks..."
          value={view.search}
          onSearch={(search) => put({ search })}
        />
        <NativeSelect
          size="xs"
          aria-label="Filter by status"
          data={[{ value: '', label: 'All statuses' }, ...taskStatusOptions]}
          value={view.status}
          onChange={(event) => put({ status: event.currentTarget.value })}
        />
        <NativeSelect
          size="xs"
          aria-label="Filter by priority"
          data={[{ value: '', label: 'All priorities' }, ...priorityOptions]}
          value={view.priority}
          onChange={(event) => put({ priority: event.currentTarget.value })}
        />
        <FilterNote hidden={tasks.length - shown.length} isFiltered={shown.length > 0 && isFiltered} clear={clear} />
      </Group>
      {shown.length === 0 ? (
        <NothingMatches clear={clear} />
      ) : (
        <div {...hold}>
          <VirtualList
            label="Tasks"
            items={shown}
            heightOf={heightOf}
            render={(task) => (
              <TaskRow
                task={task}
                today={today}
                actions={actions}
                reason={reason}
                showsAll={unfolded.has(task.id)}
                showAll={showAll}
              />
            )}
          />
        </div>
      )}
    </Stack>
  )
}

function useTaskFilters() {
  const [params, put] = useAddress()
  const status = oneOf(statuses, params.get('status')) ?? ''
  const priority = oneOf(priorities, params.get('priority')) ?? ''
  const search = params.get('search') ?? ''
  const view = useMemo(() => ({ status, priority, search }), [status, priority, search])
  return { view, put, clear: () => put({ status: '', priority: '', search: '' }) }
}

/** The estimated height on a wide screen; rendered rows are measured. */
const heightOf = ({ description, labels, subtasks }: Task) =>
  78 +
  (description ? 27 : 0) +
  (labels.length ? 29 : 0) +
  (subtasks.length ? 30 : 0) +
  subtasks.slice(0, 9).reduce((sum, subtask) => sum + (subtask.description ? 47 : 40), 0)

function Summary({ tasks, shown }: { tasks: readonly Task[]; shown: readonly Task[] }) {
  const completed = tasks.filter(({ status }) => status === 'done').length
  const percent = tasks.length ? Math.round((completed / tasks.length) * 100) : 0
  const having = (status: Task['status']) => shown.filter((task) => task.status === status).length
  return (
    <Group gap="var(--space-2) var(--space-6)" justify="space-between">
      <Flex component="ul" wrap="wrap" rowGap="2xs" columnGap="md" className="dimmed tabular">
        <li>{count(shown.length, 'task')}</li>
        <li>
          {count(
            shown.reduce((sum, { subtasks }) => sum + subtasks.length, 0),
            'subtask',
          )}
        </li>
        <li>{having('done')} completed</li>
        <li>{having('in_progress')} in progress</li>
      </Flex>
      <Group gap="xs" wrap="nowrap" flex="1 1 10rem" maw="20rem" className="fine tabular">
        <Progress value={percent} size="sm" flex={1} aria-label={`${completed} of ${count(tasks.length, 'task')} completed`} />
        <span title={`${completed} of ${count(tasks.length, 'task')} completed`}>{percent}%</span>
      </Group>
    </Group>
  )
}
