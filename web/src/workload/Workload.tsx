import { SegmentedControl } from '@mantine/core'
import { api, mostWeeks } from 'contract'
import { useDeferredValue } from 'react'
import { usePreload } from '../api/data.ts'
import { useWorkload } from '../capacity/workloadRead.ts'
import { AskForDevelopers } from '../projects/AskForDevelopers.tsx'
import { useProjects } from '../projects/read.ts'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { useAddress } from '../ui/hooks/address.ts'
import styles from './Workload.module.css'
import { WorkloadBoard } from './WorkloadBoard.tsx'

const fewWeeks = 6
const options = [fewWeeks, mostWeeks].map((weeks) => ({ value: String(weeks), label: `${weeks} weeks` }))

/** The hours that are planned for each of the manager's people, week by week, against those that they can work. */
export function Workload() {
  const [params, put] = useAddress()
  const weeks = params.get('weeks') === String(mostWeeks) ? mostWeeks : fewWeeks
  // These weeks stay until the others have arrived.
  const shown = useDeferredValue(weeks)
  usePreload(api.projects.list, { query: { limit: '1000' } })
  return (
    <>
      <div className={styles.bar}>
        <SegmentedControl
          size="xs"
          aria-label="Weeks"
          data={options}
          value={String(weeks)}
          onChange={(chosen) => put({ weeks: chosen === String(fewWeeks) ? '' : chosen })}
        />
        <p className="fine">Hours planned of the hours that each person can work. What is overdue is marked in this week.</p>
      </div>
      <Loaded skeleton={<SkeletonRows rows={8} height={56} />} failed="The workload could not be loaded.">
        <div className={styles.shown} aria-busy={shown !== weeks}>
          <Shown weeks={shown} />
        </div>
      </Loaded>
    </>
  )
}

function Shown({ weeks }: { weeks: number }) {
  const workload = useWorkload(weeks)
  const projects = useProjects()
  if (workload.people.length === 0)
    return (
      <Empty action={<AskForDevelopers />}>
        Nobody works with you yet. Your developers, and those who work in your projects, appear here.
      </Empty>
    )
  return <WorkloadBoard workload={workload} projects={projects} />
}
