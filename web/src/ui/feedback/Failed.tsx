import { Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

type Props = { message: string; hint?: string; retry?: () => void }

/** An error message with a button to retry. */
export const Failed = ({ message, hint, retry }: Props) => (
  <Stack role="alert" align="center" gap="sm" py="xl" px="md">
    <Group gap="xs" wrap="nowrap">
      <IconAlertTriangle size={20} color="var(--mantine-color-error)" aria-hidden />
      <Text fw="var(--weight-medium)">{message}</Text>
    </Group>
    {hint && (
      <Text c="dimmed" ta="center" maw={420}>
        {hint}
      </Text>
    )}
    {retry && (
      <Button variant="default" onClick={retry}>
        Try again
      </Button>
    )}
  </Stack>
)
