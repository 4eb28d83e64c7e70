import { Skeleton, Text, Title } from '@mantine/core'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import styles from './Profile.module.css'
import { ProfileForm } from './ProfileForm.tsx'

/** The logged-in person's own details and password. */
export const Profile = () => (
  <div className={styles.page}>
    <section aria-labelledby="about-you">
      <Title order={2} id="about-you" mb="2xs">
        About you
      </Title>
      <Note>Only your name can be changed here.</Note>
      <Loaded skeleton={<Waiting />} failed="Failed to load profile.">
        <ProfileForm />
      </Loaded>
    </section>
    <section aria-labelledby="change-password">
      <Title order={2} id="change-password" mb="2xs">
        Password
      </Title>
      <Note>A new password logs you out on all other devices. Here you stay logged in.</Note>
      <ChangePassword />
    </section>
  </div>
)

const Note = ({ children }: { children: string }) => (
  <Text inherit c="dimmed" mb="var(--space-5)">
    {children}
  </Text>
)

const Waiting = () => (
  <>
    <Skeleton height={60} mb="var(--space-5)" animate={false} />
    <SkeletonRows rows={4} height={44} />
  </>
)
