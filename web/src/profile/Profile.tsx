import { Skeleton, Title } from '@mantine/core'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import styles from './Profile.module.css'
import { ProfileForm } from './ProfileForm.tsx'

/** The logged-in person's own details and password. */
export const Profile = () => (
  <div className={styles.page}>
    <section aria-labelledby="about-you">
      <Title order={2} id="about-you" className={styles.heading}>
        About you
      </Title>
      <p className={styles.note}>Only your name can be changed here.</p>
      <Loaded skeleton={<Waiting />} failed="Failed to load profile.">
        <ProfileForm />
      </Loaded>
    </section>
    <section aria-labelledby="change-password">
      <Title order={2} id="change-password" className={styles.heading}>
        Password
      </Title>
      <p className={styles.note}>A new password logs you out on all other devices. Here you stay logged in.</p>
      <ChangePassword />
    </section>
  </div>
)

const Waiting = () => (
  <>
    <Skeleton height={60} mb={20} animate={false} />
    <SkeletonRows rows={4} height={44} />
  </>
)
