import { Group, Skeleton, Space, Stack } from '@mantine/core'
import page from '../page/TaskDetails.module.css'
import styles from './skeletons.module.css'

const Line = ({ width, height = 14 }: { width: number | string; height?: number }) => (
  <Skeleton width={width} height={height} radius="sm" animate={false} />
)

export const TasksSkeleton = () => (
  <Stack gap={0} aria-hidden>
    {[64, 40, 52, 30, 58, 44, 36, 60].map((width, task) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the items never move
      <Group key={task} h={29} wrap="nowrap">
        <Line width={`${width}%`} />
      </Group>
    ))}
  </Stack>
)

export const BoardSkeleton = () => (
  <Group gap="sm" align="stretch" wrap="nowrap" className={styles.board} aria-hidden>
    {[3, 2, 2].map((cards, column) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the items never move
      <Stack key={column} gap="xs" p="sm" bdrs="lg" bg="var(--surface-well)" className={styles.column}>
        <Line width="50%" />
        {Array.from({ length: cards }, (_, card) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items never move
          <Stack key={card} gap="xs" p="sm" className="card">
            <Line width="80%" />
            <Line width="50%" />
          </Stack>
        ))}
      </Stack>
    ))}
  </Group>
)

export const TaskSkeleton = () => (
  <div className={page.page} aria-hidden>
    <div className={page.side}>
      <Stack gap="sm" p="md" className="card">
        {[1, 2, 3, 4].map((field) => (
          <Line key={field} width="60%" />
        ))}
      </Stack>
    </div>
    <div className={page.main}>
      <Stack gap="sm">
        <Line width={90} />
        <Line width="80%" />
        <Space h="sm" />
        <Line width={120} height={16} />
        {[1, 2, 3].map((subtask) => (
          <Stack key={subtask} gap="sm" py="sm">
            <Line width="50%" />
            <Line width="30%" />
          </Stack>
        ))}
      </Stack>
    </div>
  </div>
)
