import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { api } from 'contract'
import { useRef } from 'react'
import { Link } from 'react-router'
import { readOf } from '../api/data.ts'
import { AssignmentHistory } from '../assignments/AssignmentHistory.tsx'
import { ReassignBoard } from '../assignments/ReassignBoard.tsx'
import { Labels } from '../labels/Labels.tsx'
import { AllEmployees } from '../people/AllEmployees.tsx'
import { managersQuery } from '../people/read.ts'
import { AllProjects } from '../projects/AllProjects.tsx'
import { useMe } from '../session/session.ts'
import { Delayed, SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { useAnchor } from '../ui/hooks/useAnchor.ts'
import { PlainPage } from '../ui/shell/PlainPage.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { OwnChecklists } from './OwnChecklists.tsx'
import { OwnInterviewsLater } from './OwnInterviewsLater.tsx'
import { PendingHiresLater } from './PendingHiresLater.tsx'
import { sidebarOf } from './sidebars.tsx'
import styles from './TenantAdminDashboard.module.css'
import { toolPages } from './toolPages.ts'
import { WorkShell } from './WorkShell.tsx'
import { pendingPeople, WorkspaceState } from './WorkspaceState.tsx'

export const TenantAdminDashboard = () => (useMe().role === 'super_admin' ? <NoWorkspaceHere /> : <Dashboard />)

const everything = { query: { limit: '1000' } }
const queries = [
  readOf(api.employees.list, everything),
  readOf(api.employees.list, pendingPeople),
  readOf(api.employees.list, managersQuery),
  readOf(api.projects.list, everything),
  readOf(api.health.projects, {}),
  readOf(api.assignments.grouped, {}),
  readOf(api.labels.list, everything),
]

function Dashboard() {
  const content = useRef<HTMLDivElement>(null)
  useAnchor(content)
  // The sections appear together, so that nothing moves while the page loads. Each fails on its own, and tries again in its place.
  const isPending = useQueries<typeof queries, boolean>({
    queries,
    combine: (all) => all.some((read) => read.isPending && read.errorUpdateCount === 0),
  })
  return (
    <WorkShell title="Tenant Admin Dashboard" subtitle="Manage your employees here." {...sidebarOf('tenant_admin')}>
      <div ref={content} className={styles.page}>
        {isPending ? <Waiting /> : <Sections />}
      </div>
    </WorkShell>
  )
}

const Sections = () => (
  <>
    <OwnChecklists />
    <OwnInterviewsLater />
    <PendingHiresLater />
    <FirstSteps />
    <Loaded>
      <WorkspaceState />
    </Loaded>
    <AllEmployees page={toolPages.employees} />
    <AllProjects page={toolPages.projects} />
    <ReassignBoard page={toolPages.reassign} />
    <Labels page={toolPages.labels} />
    <AssignmentHistory page={toolPages.history} />
  </>
)

const Waiting = () => (
  <Delayed>
    <SkeletonRows rows={3} height={360} />
  </Delayed>
)

const NoWorkspaceHere = () => (
  <PlainPage
    title="Tenant Admin Dashboard"
    subtitle="Each workspace has this page for its own administrator, at its own address. The workspaces themselves are in the Tenant Overview."
  >
    <Button component={Link} to="/super_admin">
      Go to the Tenant Overview
    </Button>
  </PlainPage>
)
