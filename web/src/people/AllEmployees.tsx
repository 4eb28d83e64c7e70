import { Skeleton, Title } from '@mantine/core'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { EmployeeList } from './EmployeeList.tsx'

/** The tenant admin's section with all employees of the workspace. */
export const AllEmployees = () => (
  <section aria-labelledby="all-employees">
    <Title order={2} id="all-employees" tabIndex={-1} w="fit-content" mb="sm">
      All Employees
    </Title>
    <Loaded skeleton={<Waiting />} failed="Failed to load employees.">
      <EmployeeList />
    </Loaded>
  </section>
)

const Waiting = () => (
  <div>
    <Skeleton height={36} mb={72} animate={false} />
    <SkeletonRows rows={6} height={48} />
  </div>
)
