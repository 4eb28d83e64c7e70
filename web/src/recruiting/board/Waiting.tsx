import { Skeleton } from '@mantine/core'
import styles from './ApplicantBoard.module.css'

/** The board's layout before it is there. */
export const Waiting = () => (
  <div aria-hidden>
    <Skeleton height={36} maw={420} radius="sm" mb={38} animate={false} />
    <div className={styles.waiting}>
      {[0, 1, 2, 3, 4].map((column) => (
        <Skeleton key={column} height={480} radius="md" animate={false} />
      ))}
    </div>
  </div>
)
