import { Button, Group, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { Logo } from '../ui/Logo.tsx'
import { ThemeSwitch } from '../ui/ThemeSwitch.tsx'
import styles from './Landing.module.css'

export function Landing() {
  useEffect(() => {
    document.title = 'Atrium: one workspace for your team'
  }, [])
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <Logo size={28} />
        <Group gap={8}>
          <ThemeSwitch />
          <Button component="a" href="/login" variant="subtle" color="gray">
            Sign in
          </Button>
        </Group>
      </header>
      <main className={styles.main}>
        <Title order={1} className={styles.title}>
          One calm place for the people, projects and tasks of your organisation
        </Title>
        <Text className={styles.lead}>
          Atrium gives each organisation its own workspace: plan projects, hand out tasks on a board, see at a glance who has
          what, and talk about it where the work is.
        </Text>
        <Group gap={12}>
          <Button component="a" href="/signup" size="md">
            Start your free trial
          </Button>
          <Text size="sm" c="dimmed">
            30 days free, no credit card required.
          </Text>
        </Group>
      </main>
    </div>
  )
}
