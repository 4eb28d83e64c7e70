import { Skeleton } from '@mantine/core'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { TenantList } from './TenantList.tsx'

/** All workspaces of the platform, for the super admin. */
export const TenantOverview = () => (
  <Loaded failed="Failed to load tenants." skeleton={<Waiting />}>
    <TenantList />
  </Loaded>
)

const Waiting = () => (
  <div>
    <Skeleton height={36} width="min(100%, 450px)" mb={68} animate={false} />
    <SkeletonRows rows={10} height={48} />
  </div>
)
