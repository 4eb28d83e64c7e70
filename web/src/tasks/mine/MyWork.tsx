import { Button, Skeleton } from '@mantine/core'
import { api, type DashboardProject } from 'contract'
import { useMemo, useRef, useState } from 'react'
import { useData } from '../../api/data.ts'
import { useToday } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Empty, NothingMatches } from '../../ui/feedback/Empty.tsx'
import { useAddress } from '../../ui/hooks/address.ts'
import { useShortcuts } from '../../ui/hooks/shortcuts.ts'
import { SearchField } from '../../ui/list/SearchField.tsx'
import { useHeld } from '../../ui/list/useHeld.ts'
import { usePendingStatuses } from '../data/pending.ts'
import { type StatusHands, useSetStatus } from '../data/status.ts'
import { StatusDialog } from '../dialogs/StatusDialog.tsx'
import { useDialog } from '../dialogs/useDialog.ts'
import { byUse, inPlace, isSameOrder, type MySubtask, matching, subtasksOf, type Work, whatIsDue, withStatuses } from './due.ts'
import { MyProject } from './MyProject.tsx'
import styles from './MyWork.module.css'
import { WaitingGroups, WhatIsDue } from './WhatIsDue.tsx'

/** What a developer has to do, and has done. While they are at it, rows keep their places and show what they are now. */
export function MyWork() {
  const now = useWork()
  const root = useRef<HTMLDivElement>(null)
  const { isHeld, hold, release } = useHeld(root)
  const work = useInPlace(now, isHeld)
  const [params, put] = useAddress()
  const search = params.get('search') ?? ''
  const found = search ? matching(work, search) : work
  const setStatus = useSetStatus()
  const { dialog, open, close } = useDialog<MySubtask>()
  const hands = useMemo<StatusHands>(() => ({ setStatus, update: open }), [setStatus, open])
  useShortcuts([{ keys: '1 2 3', label: 'To Do, In Progress or Done, in the row with the focus' }])

  if (work.active.length === 0 && work.past.length === 0) return <Empty>You are not part of any projects.</Empty>
  const all = subtasksOf([...work.active, ...work.past]).length
  const hidden = all - subtasksOf([...found.active, ...found.past]).length
  const clear = () => put({ search: '' })
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.count}>{hidden > 0 ? `${hidden} hidden by filters` : counted(now.active)}</p>
        {search && (
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            Clear Filters
          </Button>
        )}
        {isHeld && !isSameOrder(work, now) && (
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
      </div>
      <div ref={root} className={styles.work} {...hold}>
        {found.active.length > 0 && <WhatIsDue groups={found.groups} setStatus={setStatus} />}
        {found.active.length > 0 && <Projects title="Active Projects" projects={found.active} hands={hands} />}
        {found.past.length > 0 && <Projects title="Past Projects" projects={found.past} hands={hands} />}
        {found.active.length === 0 && found.past.length === 0 && <NothingMatches clear={clear} />}
        {dialog && <StatusDialog subtask={dialog} close={close} />}
      </div>
    </>
  )
}

/** As the server has it, ahead by the statuses on their way. */
function useWork() {
  const { active_projects, past_projects } = useData(api.dashboard.developer, {})
  const statuses = usePendingStatuses()
  const today = useToday()
  return useMemo(() => {
    const active = byUse(withStatuses(active_projects, statuses))
    return { active, past: withStatuses(past_projects, statuses), groups: whatIsDue(active, today) }
  }, [active_projects, past_projects, statuses, today])
}

/** While the list is held, each row keeps its place, also one that has come meanwhile. */
function useInPlace(now: Work, isHeld: boolean) {
  const [shown, setShown] = useState({ now, work: now })
  if (shown.now === now && (isHeld || shown.work === now)) return shown.work
  const work = isHeld ? inPlace(shown.work, now) : now
  setShown({ now, work })
  return work
}

function counted(projects: readonly DashboardProject[]) {
  const open = subtasksOf(projects.filter(({ is_active }) => is_active)).filter(({ status }) => status !== 'done').length
  return open === 0 ? 'Nothing to do in your active projects.' : open === 1 ? '1 open subtask' : `${open} open subtasks`
}

type ProjectsProps = { title: string; projects: Work['active']; hands: StatusHands }

const Projects = ({ title, projects, hands }: ProjectsProps) => (
  <section>
    <h2 className={styles.title}>{title}</h2>
    <div className={styles.projects}>
      {projects.map((project) => (
        <MyProject key={project.id} project={project} hands={hands} />
      ))}
    </div>
  </section>
)

/** Before it is there. */
export const WaitingWork = () => (
  <div aria-hidden>
    <div className={styles.bar}>
      <Skeleton width={120} height={16} animate={false} />
      <Skeleton className={styles.search ?? ''} height={36} animate={false} />
    </div>
    <div className={styles.work}>
      <WaitingGroups />
      <div>
        <Skeleton width={140} height={22} mb={14} animate={false} />
        <SkeletonRows rows={6} />
      </div>
    </div>
  </div>
)
