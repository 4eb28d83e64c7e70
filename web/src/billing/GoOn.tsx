import { Button, Stack, Text } from '@mantine/core'
import { startOf, useSession } from '../session/session.ts'

/** The way on from a page that also those see who are not logged in. `guest` is said to these. */
export function GoOn({ guest }: { guest: string }) {
  const { me } = useSession()
  return (
    <Stack gap={20} align="flex-start">
      {!me && <Text>{guest}</Text>}
      <Button component="a" href={me ? startOf(me) : '/login'} variant={me ? 'default' : 'filled'}>
        {me ? 'Go to your dashboard' : 'Log in'}
      </Button>
    </Stack>
  )
}
