import { Button, Group, SegmentedControl, Skeleton, Stack, Title } from '@mantine/core'
import { api, type DashboardProject } from 'contract'
import { useMemo, useRef } from 'react'
import { useData } from '../../api/data.ts'
import { OwnAbsences, useOwnAbsences } from '../../capacity/own.ts'
import { useDateOf, useToday } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Empty, NothingMatches } from '../../ui/feedback/Empty.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { useAddress } from '../../ui/hooks/address.ts'
import { useShortcuts } from '../../ui/hooks/shortcuts.ts'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { SearchField } from '../../ui/list/SearchField.tsx'
import { useHeld } from '../../ui/list/useHeld.ts'
import { useSteady } from '../../ui/list/useSteady.ts'
import { usePendingStatuses } from '../data/read.ts'
import { type StatusActions, useSetStatus } from '../data/status.ts'
import { StatusDialog } from '../dialogs/StatusDialog.tsx'
import { DueGroups, DueGroupsSkeleton } from './DueGroups.tsx'
import { MyProject } from './MyProject.tsx'
import { MyProjects } from './MyProjects.tsx'
import styles from './MyWork.module.css'
import { useOrder } from './order.ts'
import { Unassigned } from './Unassigned.tsx'
import {
  activeWithTasksFirst,
  type DeveloperWork,
  groupByDueDate,
  inOwnOrder,
  isSameOrder,
  keepPlaces,
  type MySubtask,
  matching,
  subtasksOf,
  withOwnTasks,
  withStatuses,
} from './work.ts'

const groupings = [
  { value: 'due', label: 'By due date' },
  { value: 'project', label: 'By project' },
]

/** A developer's work. While the pointer or the focus is on the list, rows keep their places and change in place. */
export function MyWork() {
  const [order, setOrder] = useOrder(useToday())
  const latest = useWork()
  const root = useRef<HTMLDivElement>(null)
  const { isHeld, hold, release } = useHeld(root)
  const work = useSteady(latest, { isHeld, merge: keepPlaces })
  const [params, put] = useAddress()
  const search = params.get('search') ?? ''
  const matches = search ? matching(work, search) : work
  const setStatus = useSetStatus()
  const absences = useOwnAbsences()
  const { dialog, open, close } = useDialog<MySubtask>()
  const actions = useMemo<StatusActions>(() => ({ setStatus, openDialog: open }), [setStatus, open])
  useShortcuts([
    { keys: '1 2 3', label: 'To Do, In Progress or Done, in the row with the focus' },
    { keys: 'Alt ↑ ↓', label: 'Move the row with the focus, among what is due' },
  ])

  if (work.active.length === 0 && work.past.length === 0) return <Empty>You are not part of any projects.</Empty>
  const all = subtasksOf([...work.active, ...work.past]).length
  const hidden = all - subtasksOf([...matches.active, ...matches.past]).length
  const clear = () => put({ search: '' })
  const grouping = params.get('by') === 'project' ? 'project' : 'due'
  return (
    <>
      <Group gap="xs" mb="sm">
        <p className="dimmed tabular">{hidden > 0 ? `${hidden} hidden by filters` : counted(latest.active)}</p>
        {search && (
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            Clear Filters
          </Button>
        )}
        {isHeld && !isSameOrder(work, latest) && (
          <Button variant="light" size="compact-sm" title="Until then nothing moves under your hands" onClick={release}>
            Update the list
          </Button>
        )}
        {all > 0 && (
          <Group gap="xs" className={styles.tools}>
            <SegmentedControl
              size="xs"
              aria-label="Group"
              data={groupings}
              value={grouping}
              onChange={(by) => put({ by: by === 'project' ? by : '' })}
            />
            <SearchField
              className={styles.search}
              label="Search subtasks..."
              value={search}
              onSearch={(text) => put({ search: text })}
            />
          </Group>
        )}
      </Group>
      <div className={styles.columns}>
        <Stack ref={root} gap="xl" className={styles.work} {...hold}>
          <OwnAbsences value={absences}>
            {grouping === 'due' ? (
              <ByDueDate work={matches} actions={actions} order={order} setOrder={setOrder} />
            ) : (
              <Projects title="Active Projects" projects={matches.active} actions={actions} />
            )}
          </OwnAbsences>
          <Projects title="Past Projects" projects={matches.past} actions={actions} />
          {matches.active.length === 0 && matches.past.length === 0 && <NothingMatches clear={clear} />}
          {dialog && <StatusDialog subtask={dialog} close={close} />}
        </Stack>
        <Stack gap="lg" className={styles.aside}>
          <Loaded skeleton={<SkeletonRows rows={4} height={64} />}>
            {grouping === 'due' && <MyProjects projects={latest.active} />}
            <Unassigned />
          </Loaded>
        </Stack>
      </div>
    </>
  )
}

type ByDueDateProps = { work: DeveloperWork; actions: StatusActions; order: readonly number[]; setOrder: (ids: number[]) => void }

/** The due groups, and below them the projects in which nothing can be done now. */
const ByDueDate = ({ work: { active, groups }, actions, order, setOrder }: ByDueDateProps) => (
  <>
    {active.some(({ is_active }) => is_active) && (
      <DueGroups groups={inOwnOrder(groups, order)} actions={actions} setOrder={setOrder} />
    )}
    <Projects title="Inactive Projects" projects={active.filter(({ is_active }) => !is_active)} actions={actions} />
  </>
)

/** The server's work with the pending statuses. */
function useWork() {
  const { active_projects, past_projects } = useData(api.dashboard.developer, {})
  const statuses = usePendingStatuses()
  const today = useToday()
  const dateOf = useDateOf()
  return useMemo(() => {
    const workIn = (projects: readonly DashboardProject[]) => withOwnTasks(withStatuses(projects, statuses))
    const active = activeWithTasksFirst(workIn(active_projects))
    return { active, past: workIn(past_projects), groups: groupByDueDate(active, { today, dateOf }) }
  }, [active_projects, past_projects, statuses, today, dateOf])
}

function counted(projects: DeveloperWork['active']) {
  const open = subtasksOf(projects.filter(({ is_active }) => is_active)).filter(({ status }) => status !== 'done')
  if (open.length === 0) return 'Nothing to do in your active projects.'
  const tasks = open.filter(({ isTask }) => isTask).length
  const counts = [
    { count: tasks, kind: 'task' },
    { count: open.length - tasks, kind: 'subtask' },
  ].filter(({ count }) => count > 0)
  return `${counts.map(({ count, kind }, n) => `${count}${n === 0 ? ' open' : ''} ${kind}${count === 1 ? '' : 's'}`).join(' and ')}`
}

type ProjectsProps = { title: string; projects: DeveloperWork['active']; actions: StatusActions }

const Projects = ({ title, projects, actions }: ProjectsProps) =>
  projects.length > 0 && (
    <section>
      <Title order={2} mb="sm">
        {title}
      </Title>
      <Stack gap="sm">
        {projects.map((project) => (
          <MyProject key={project.id} project={project} actions={actions} />
        ))}
      </Stack>
    </section>
  )

export const MyWorkSkeleton = () => (
  <div aria-hidden>
    <Group gap="xs" mb="sm">
      <Skeleton width={120} height={16} animate={false} />
      <Skeleton className={styles.search} ms="auto" height={36} animate={false} />
    </Group>
    <DueGroupsSkeleton />
  </div>
)
