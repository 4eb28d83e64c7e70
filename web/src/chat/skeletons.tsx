import { Skeleton, Stack } from '@mantine/core'
import styles from './skeletons.module.css'

export const WaitingRooms = () => (
  <div className={styles.rooms} aria-hidden>
    {Array.from({ length: 7 }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never move
      <div key={i} className={styles.room}>
        <Skeleton circle height={36} animate={false} />
        <div>
          <Skeleton height={12} width="50%" animate={false} />
          <Skeleton height={10} width="80%" mt={8} animate={false} />
        </div>
      </div>
    ))}
  </div>
)

const widths = [220, 340, 160, 280, 120, 300]

export const WaitingMessages = () => (
  <Stack maw="100%" p="var(--space-6) var(--space-4)" aria-hidden>
    {widths.map((width, i) => (
      <Skeleton
        key={width}
        className={i % 3 === 2 ? styles.own : undefined}
        height={34}
        width={width}
        radius="md"
        animate={false}
      />
    ))}
  </Stack>
)
