import { api, type DashboardProject } from 'contract'
import { useMemo } from 'react'
import { useData } from '../api/data.ts'
import { Empty } from '../ui/Empty.tsx'
import { byUse, type MySubtask, whatIsDue, withStatuses } from './due.ts'
import { MyProject } from './MyProject.tsx'
import styles from './MyWork.module.css'
import { usePendingStatuses } from './pending.ts'
import { StatusDialog } from './StatusDialog.tsx'
import { type StatusHands, useSetStatus } from './status.ts'
import { useToday } from './today.ts'
import { useDialog } from './useDialog.ts'
import { WhatIsDue } from './WhatIsDue.tsx'

/** What a developer has to do, and has done. */
export function MyWork() {
  const { active_projects, past_projects } = useData(api.dashboard.developer, {})
  const statuses = usePendingStatuses()
  const active = useMemo(() => byUse(withStatuses(active_projects, statuses)), [active_projects, statuses])
  const past = useMemo(() => withStatuses(past_projects, statuses), [past_projects, statuses])
  const today = useToday()
  const groups = useMemo(() => whatIsDue(active, today), [active, today])
  const setStatus = useSetStatus()
  const { dialog, open, close } = useDialog<MySubtask>()
  const hands = useMemo<StatusHands>(() => ({ setStatus, update: open }), [setStatus, open])

  if (active.length === 0 && past.length === 0) return <Empty>You are not part of any projects.</Empty>
  return (
    <div className={styles.work}>
      {active.length > 0 && <WhatIsDue groups={groups} setStatus={setStatus} />}
      {active.length > 0 && <Projects title="Active Projects" projects={active} hands={hands} />}
      {past.length > 0 && <Projects title="Past Projects" projects={past} isPast hands={hands} />}
      {dialog && <StatusDialog subtask={dialog} close={close} />}
    </div>
  )
}

type ProjectsProps = { title: string; projects: readonly DashboardProject[]; isPast?: boolean; hands: StatusHands }

const Projects = ({ title, projects, isPast = false, hands }: ProjectsProps) => (
  <section>
    <h2 className={styles.title}>{title}</h2>
    <div className={styles.projects}>
      {projects.map((project) => (
        <MyProject key={project.id} project={project} isPast={isPast} hands={hands} />
      ))}
    </div>
  </section>
)
