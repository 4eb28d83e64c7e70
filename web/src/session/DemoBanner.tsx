import { Anchor } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { onMainDomain } from './domain.ts'
import styles from './EndingBanner.module.css'

/** Tells visitors of the public demonstration where they are. */
export const DemoBanner = () => (
  <aside className={styles.banner} aria-label="About the demonstration">
    <IconEye size={16} aria-hidden />
    <span>
      You are looking around in the demonstration. It starts anew every night.{' '}
      <Anchor href={onMainDomain('/signup')} fz="inherit" underline="always">
        Create your own workspace
      </Anchor>
    </span>
  </aside>
)
