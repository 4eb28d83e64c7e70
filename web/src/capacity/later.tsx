// Loaded once the page is there, as nobody waits for it.
import { Box } from '@mantine/core'
import { type ComponentType, lazy, Suspense } from 'react'
import { idle } from '../ui/idle.ts'

export type ColumnCapacityProps = {
  project_id: number
  person: { id: number; name: string }
  /** How many open subtasks of the column have no estimate. */
  missing: number
  /** What the board itself knows. */
  words: string
}

const whenIdle = <Props extends object>(load: () => Promise<ComponentType<Props>>, otherwise: ComponentType<Props>) =>
  lazy(async () => {
    await idle()
    return { default: await load().catch(() => otherwise) }
  })

/** As high as what will take its place. */
const Room = ({ words }: ColumnCapacityProps) => (
  <Box h={62}>
    <Box className="fine tabular truncate" lh="22px" title={words}>
      {words}
    </Box>
  </Box>
)

const ColumnCapacity = whenIdle(() => import('./ColumnCapacity.tsx').then((module) => module.ColumnCapacity), Room)
const CapacityWatch = whenIdle<{ project_id: number }>(
  () => import('./CapacityWatch.tsx').then((module) => module.CapacityWatch),
  () => null,
)

/** What a board knows about a person, and their capacity. */
export const ColumnCapacityLater = (props: ColumnCapacityProps) => (
  <Suspense fallback={<Room {...props} />}>
    <ColumnCapacity {...props} />
  </Suspense>
)

/** Knows the capacities of the members, and asks before work is due while its assignee is away. */
export const CapacityWatchLater = (props: { project_id: number }) => (
  <Suspense>
    <CapacityWatch {...props} />
  </Suspense>
)
