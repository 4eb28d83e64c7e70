import { Workload } from '../workload/Workload.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

export const WorkloadPage = () => (
  <WorkShell {...sidebarOf('project_manager')} title="Workload">
    <Workload />
  </WorkShell>
)
