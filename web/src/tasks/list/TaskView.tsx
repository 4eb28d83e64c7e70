import { NativeSelect } from '@mantine/core'
import type { Project, Task } from 'contract'
import { type ReactNode, type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { useMe } from '../../session/session.ts'
import { useNow } from '../../session/today.ts'
import { Empty, NothingMatches } from '../../ui/feedback/Empty.tsx'
import { textOf } from '../../ui/list/sort.ts'
import type { TaskActions } from '../data/actions.ts'
import type { Extent } from '../data/read.ts'
import { FilterBar } from '../filters/FilterBar.tsx'
import { matchingTasks } from '../filters/filters.ts'
import { useFilters } from '../filters/useFilters.ts'
import { TasksSkeleton } from '../parts/skeletons.tsx'
import { ColumnHeads } from './ColumnHeads.tsx'
import { entriesOf, groupingNames, groupings, groupsOf } from './groups.ts'
import { sorted, sortNames, sorts } from './order.ts'
import { type RowContext, Rows } from './rows.ts'
import { Summary } from './Summary.tsx'
import { SelectedRows, useRowSelection } from './selection.tsx'
import { TaskGroup } from './TaskGroup.tsx'
import styles from './TaskView.module.css'
import { useRowKeys } from './useRowKeys.ts'
import { useSteadyEntries } from './useSteadyRows.ts'
import { type TaskList, useTaskList } from './useTaskList.ts'

type Props = {
  project: Project
  tasks: readonly Task[]
  extent: Extent
  /** For the project's manager alone. */
  actions: TaskActions | undefined
  /** Changes the status of a developer's own subtask; undefined while nothing can be changed. */
  own: RowContext['own']
  reason: string | undefined
  /** The button that creates the first task, for those who may. */
  create: ReactNode
}

/** A project's tasks, one per line, in groups. */
export function TaskView(props: Props) {
  const { project, tasks, extent, create } = props
  const isReading = extent.state === 'reading'
  const state = useFilters()
  const { filters, clear } = state
  const now = useNow()
  const list = useTaskList(project.id, tasks)
  const { group, sort } = list
  const entries = useMemo(
    () => entriesOf(sorted(matchingTasks(tasks, filters, now), sort), group, now),
    [tasks, filters, now, sort, group],
  )
  const { shown, root, hold } = useSteadyEntries(entries, tasks)
  const groups = useMemo(() => groupsOf(shown, group, now), [shown, group, now])
  const shownTasks = useMemo(() => [...new Map(shown.map(({ task }) => [task.id, task])).values()], [shown])
  const isPossible = props.actions !== undefined && !props.reason
  const { context, onClick, bar } = useRowSelection({ project, tasks, shown: shownTasks, root, isPossible })
  const onKeyDown = useRowKeys(root, isPossible ? context.select : undefined)

  if (tasks.length === 0)
    return <Empty action={create}>No tasks yet. A task is a piece of this project's work, split into subtasks.</Empty>
  return (
    <>
      <Summary tasks={tasks} shown={shownTasks} rest={isReading ? extent.rest : 0} />
      <FilterBar
        state={state}
        searchLabel="Search tasks..."
        project={project}
        tasks={tasks}
        hidden={tasks.length - shownTasks.length}
        isClearable={shown.length > 0}
      >
        <Arrangement list={list} />
      </FilterBar>
      {shown.length === 0 && isReading ? (
        <TasksSkeleton />
      ) : shown.length === 0 ? (
        <NothingMatches clear={clear} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for its rows, which are focusable
        <div className={styles.list} {...hold} onKeyDown={onKeyDown} onClick={onClick}>
          <ColumnHeads list={list} />
          <SelectedRows value={context}>
            <Groups {...props} today={now.today} list={list} groups={groups} count={shown.length} root={root} />
          </SelectedRows>
          {bar}
        </div>
      )}
    </>
  )
}

type GroupsProps = Props & {
  today: string
  list: TaskList
  groups: ReturnType<typeof groupsOf>
  count: number
  root: RefObject<HTMLElement | null>
}

/** Longer lists render only what is near the screen. */
const wholeUpTo = 40

function Groups({ project, actions, own, reason, today, list, groups, count, root }: GroupsProps) {
  const isOneLine = useIsOneLine(root)
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const showAll = useCallback((task: number) => setUnfolded((tasks) => new Set(tasks).add(task)), [])
  const { members } = project
  const me = useMe()
  const context = useMemo<RowContext>(
    () => ({ today, members, me, actions, own, reason, showAll }),
    [today, members, me, actions, own, reason, showAll],
  )
  return (
    <Rows value={context}>
      {groups.map((shown) => (
        <TaskGroup
          key={shown.key}
          group={shown}
          list={list}
          unfolded={unfolded}
          isLong={count > wholeUpTo}
          isOneLine={isOneLine}
        />
      ))}
    </Rows>
  )
}

/** Pixels: the 38rem of the style sheets. */
const narrow = 608

/** Whether the list is wide enough for one line per task. */
function useIsOneLine(root: RefObject<HTMLElement | null>) {
  const [isOneLine, setOneLine] = useState(() => window.innerWidth > narrow)
  useLayoutEffect(() => {
    if (!root.current) return
    const observer = new ResizeObserver(([entry]) => entry && setOneLine(entry.contentRect.width > narrow))
    observer.observe(root.current)
    return () => observer.disconnect()
  }, [root])
  return isOneLine
}

const sortOptions = sorts.flatMap((key) => [
  { value: key === 'created' ? '' : key, label: `Sort: ${sortNames[key]}` },
  { value: textOf({ key, isDescending: true }), label: `Sort: ${sortNames[key]}, reversed` },
])

/** Groups and, where there are no column heads, the order. */
function Arrangement({ list: { group, sort, groupBy, setSort } }: { list: TaskList }) {
  const text = sort.isDescending ? textOf(sort) : sort.key
  return (
    <>
      <NativeSelect
        size="xs"
        radius="xl"
        className={styles.choice}
        aria-label="Group by"
        data={groupings.map((value) => ({ value, label: `Group: ${groupingNames[value]}` }))}
        value={group}
        onChange={(event) => groupBy(event.currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        radius="xl"
        className={`${styles.choice} ${styles.sort}`}
        aria-label="Sort by"
        data={sortOptions}
        value={text === 'created' ? '' : text}
        onChange={(event) => setSort(event.currentTarget.value)}
      />
    </>
  )
}
