import { Button, Stack, Text } from '@mantine/core'
import { startOf, useSession } from '../session/session.ts'

/** Links to the dashboard or, with the text `guest`, to the log-in page. */
export function ContinueLink({ guest }: { guest: string }) {
  const { me } = useSession()
  return (
    <Stack gap="var(--space-5)" align="flex-start">
      {!me && <Text>{guest}</Text>}
      <Button component="a" href={me ? startOf(me) : '/login'} variant={me ? 'default' : 'filled'}>
        {me ? 'Go to your dashboard' : 'Log in'}
      </Button>
    </Stack>
  )
}
