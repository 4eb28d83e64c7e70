import { Button, Group, Skeleton, Stack, Title } from '@mantine/core'
import { api, type DashboardProject } from 'contract'
import { useMemo, useRef } from 'react'
import { useData } from '../../api/data.ts'
import { useToday } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Empty, NothingMatches } from '../../ui/feedback/Empty.tsx'
import { useAddress } from '../../ui/hooks/address.ts'
import { useShortcuts } from '../../ui/hooks/shortcuts.ts'
import { SearchField } from '../../ui/list/SearchField.tsx'
import { useHeld } from '../../ui/list/useHeld.ts'
import { useSteady } from '../../ui/list/useSteady.ts'
import { usePendingStatuses } from '../data/read.ts'
import { type StatusActions, useSetStatus } from '../data/status.ts'
import { StatusDialog } from '../dialogs/StatusDialog.tsx'
import { useDialog } from '../dialogs/useDialog.ts'
import { DueOverview, DueOverviewSkeleton } from './DueOverview.tsx'
import { MyProject } from './MyProject.tsx'
import styles from './MyWork.module.css'
import {
  activeWithTasksFirst,
  type DeveloperWork,
  groupByDueDate,
  isSameOrder,
  keepPlaces,
  type MySubtask,
  matching,
  subtasksOf,
  withStatuses,
} from './work.ts'

/** A developer's work. While the pointer or the focus is on the list, rows keep their places and change in place. */
export function MyWork() {
  const latest = useWork()
  const root = useRef<HTMLDivElement>(null)
  const { isHeld, hold, release } = useHeld(root)
  const work = useSteady(latest, { isHeld, merge: keepPlaces })
  const [params, put] = useAddress()
  const search = params.get('search') ?? ''
  const matches = search ? matching(work, search) : work
  const setStatus = useSetStatus()
  const { dialog, open, close } = useDialog<MySubtask>()
  const actions = useMemo<StatusActions>(() => ({ setStatus, openDialog: open }), [setStatus, open])
  useShortcuts([{ keys: '1 2 3', label: 'To Do, In Progress or Done, in the row with the focus' }])

  if (work.active.length === 0 && work.past.length === 0) return <Empty>You are not part of any projects.</Empty>
  const all = subtasksOf([...work.active, ...work.past]).length
  const hidden = all - subtasksOf([...matches.active, ...matches.past]).length
  const clear = () => put({ search: '' })
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
          <SearchField
            className={styles.search}
            label="Search subtasks..."
            value={search}
            onSearch={(text) => put({ search: text })}
          />
        )}
      </Group>
      <Stack ref={root} gap="xl" className={styles.work} {...hold}>
        {matches.active.length > 0 && <DueOverview groups={matches.groups} setStatus={setStatus} />}
        {matches.active.length > 0 && <Projects title="Active Projects" projects={matches.active} actions={actions} />}
        {matches.past.length > 0 && <Projects title="Past Projects" projects={matches.past} actions={actions} />}
        {matches.active.length === 0 && matches.past.length === 0 && <NothingMatches clear={clear} />}
        {dialog && <StatusDialog subtask={dialog} close={close} />}
      </Stack>
    </>
  )
}

/** The server's work with the pending statuses. */
function useWork() {
  const { active_projects, past_projects } = useData(api.dashboard.developer, {})
  const statuses = usePendingStatuses()
  const today = useToday()
  return useMemo(() => {
    const active = activeWithTasksFirst(withStatuses(active_projects, statuses))
    return { active, past: withStatuses(past_projects, statuses), groups: groupByDueDate(active, today) }
  }, [active_projects, past_projects, statuses, today])
}

function counted(projects: readonly DashboardProject[]) {
  const open = subtasksOf(projects.filter(({ is_active }) => is_active)).filter(({ status }) => status !== 'done').length
  return open === 0 ? 'Nothing to do in your active projects.' : open === 1 ? '1 open subtask' : `${open} open subtasks`
}

type ProjectsProps = { title: string; projects: DeveloperWork['active']; actions: StatusActions }

const Projects = ({ title, projects, actions }: ProjectsProps) => (
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
      <Skeleton className={styles.search} height={36} animate={false} />
    </Group>
    <Stack gap="xl" className={styles.work}>
      <DueOverviewSkeleton />
      <div>
        <Skeleton width={140} height={22} mb={14} animate={false} />
        <SkeletonRows rows={6} />
      </div>
    </Stack>
  </div>
)
