import { Skeleton, Stack } from '@mantine/core'
import styles from './skeletons.module.css'

const Line = ({ width, height = 14 }: { width: number | string; height?: number }) => (
  <Skeleton width={width} height={height} radius="sm" animate={false} />
)

export const TasksSkeleton = () => (
  <Stack gap="sm" aria-hidden>
    <Line width={280} />
    <Line width={220} height={30} />
    {[3, 2, 2].map((subtasks, task) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the items never move
      <div key={task} className={styles.task}>
        <Line width="40%" height={16} />
        <Line width="70%" />
        {Array.from({ length: subtasks }, (_, subtask) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items never move
          <Line key={subtask} width="100%" />
        ))}
      </div>
    ))}
  </Stack>
)

export const BoardSkeleton = () => (
  <div className={styles.board} aria-hidden>
    {[3, 2, 2].map((cards, column) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the items never move
      <div key={column} className={styles.column}>
        <Line width="50%" />
        {Array.from({ length: cards }, (_, card) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items never move
          <div key={card} className={styles.card}>
            <Line width="80%" />
            <Line width="50%" />
          </div>
        ))}
      </div>
    ))}
  </div>
)

export const TaskSkeleton = () => (
  <div className={styles.page} aria-hidden>
    <Stack gap="sm">
      <Line width={90} />
      <Line width="80%" />
      <div className={styles.gap} />
      <Line width={120} height={16} />
      {[1, 2, 3].map((subtask) => (
        <div key={subtask} className={styles.row}>
          <Line width="50%" />
          <Line width="30%" />
        </div>
      ))}
    </Stack>
    <div className={styles.task}>
      {[1, 2, 3, 4].map((field) => (
        <Line key={field} width="60%" />
      ))}
    </div>
  </div>
)
