import { Anchor, Skeleton, Text, Title } from '@mantine/core'
import { api, may } from 'contract'
import { Link } from 'react-router'
import { SecondFactor } from '../second-factor/SecondFactor.tsx'
import { useMe } from '../session/session.ts'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { OwnPicture } from './OwnPicture.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import styles from './Profile.module.css'
import { ProfileForm } from './ProfileForm.tsx'
import { WeeklySummary } from './WeeklySummary.tsx'

/** The logged-in person's own details, password and mails. */
export function Profile() {
  const { id, role, tenant } = useMe()
  return (
    <div className={styles.page}>
      <section aria-labelledby="about-you">
        <Title order={2} id="about-you" mb="2xs">
          About you
        </Title>
        <Note>{tenant ? 'Your picture and your name can be changed here.' : 'Only your name can be changed here.'}</Note>
        {tenant && (
          <Anchor component={Link} inherit display="inline-block" mb="var(--space-5)" to={`/people/${id}`}>
            Your page in the directory
          </Anchor>
        )}
        {tenant && (
          <div className={styles.picture}>
            <OwnPicture />
          </div>
        )}
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
      {!tenant?.is_public_demo && (
        <section aria-labelledby="second-factor">
          <Title order={2} id="second-factor" mb="2xs">
            Second factor
          </Title>
          <Note>With an app or a passkey, a stolen password alone logs nobody in.</Note>
          <Loaded skeleton={<SkeletonRows rows={1} height={44} />} failed="Failed to load your second factors.">
            <SecondFactor />
          </Loaded>
        </section>
      )}
      <section aria-labelledby="sessions">
        <Title order={2} id="sessions" mb="2xs">
          Sessions
        </Title>
        <Note>Where you are logged in. A session ends after seven days without use, and after thirty in any case.</Note>
        <Loaded skeleton={<SkeletonRows rows={2} height={44} />} failed="Failed to load your sessions.">
          <OwnSessions />
        </Loaded>
      </section>
      {may(role, api.summary.get) && (
        <section aria-labelledby="weekly-summary">
          <Title order={2} id="weekly-summary" mb="2xs">
            Weekly summary
          </Title>
          <Note>How your projects stand, by mail.</Note>
          <Loaded skeleton={<Skeleton height={44} animate={false} />} failed="Failed to load the setting.">
            <WeeklySummary />
          </Loaded>
        </section>
      )}
    </div>
  )
}

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
