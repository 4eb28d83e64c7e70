import { Skeleton } from '@mantine/core'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { Section } from '../ui/list/Section.tsx'
import { EmployeeList } from './EmployeeList.tsx'

/** The tenant admin's list of all employees of the workspace, short if it has a page of its own. */
export const AllEmployees = ({ page }: { page?: string }) => (
  <Section id="all-employees" title="All Employees" page={page}>
    <Loaded skeleton={<Waiting />} failed="Failed to load employees.">
      <EmployeeList isShort={page !== undefined} />
    </Loaded>
  </Section>
)

const Waiting = () => (
  <div>
    <Skeleton height={36} mb={72} animate={false} />
    <SkeletonRows rows={6} height={48} />
  </div>
)
