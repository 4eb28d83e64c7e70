import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { PlainPage } from '../ui/shell/PlainPage.tsx'

type Props = { name: string; email: string; loginUrl: string }

/** The end of the sign-up. It opens the home page after 3 s, unless the person stays. */
export function Created({ name, email, loginUrl }: Props) {
  const [isStaying, setStaying] = useState(false)
  useEffect(() => {
    if (isStaying) return
    const timer = setTimeout(() => window.location.assign('/'), 3000)
    return () => clearTimeout(timer)
  }, [isStaying])

  return (
    <PlainPage title={`${name} is ready`} width={460}>
      <Stack gap="var(--space-5)">
        <Alert role="status" color="green">
          Workspace created! Login link sent to {email}
        </Alert>
        <div>
          <Text size="sm" c="dimmed">
            You log in at
          </Text>
          <Anchor href={loginUrl} fw="var(--weight-medium)">
            {loginUrl}
          </Anchor>
        </div>
        <Group gap="xs">
          <Button component="a" href={loginUrl}>
            Go to my workspace
          </Button>
          <Button component="a" href="/" variant="default">
            Back to Home
          </Button>
          {!isStaying && (
            <Button variant="subtle" color="gray" onClick={() => setStaying(true)}>
              Stay on this page
            </Button>
          )}
        </Group>
        {!isStaying && (
          <Text size="sm" c="dimmed">
            The home page opens in 3 seconds.
          </Text>
        )}
      </Stack>
    </PlainPage>
  )
}
