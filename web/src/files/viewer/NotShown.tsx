import { Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { contentOf, type ShownFile } from '../addresses.ts'

type Props = {
  message: string
  hint?: string
  file: ShownFile
  /** Absent where another attempt would fail, too. */
  retry?: () => void
}

/** Says why a file is not shown, and offers to download it. */
export const NotShown = ({ message, hint, file, retry }: Props) => (
  <Stack role="alert" align="center" gap="sm" p="md">
    <Group gap="xs" wrap="nowrap">
      <IconAlertTriangle size={20} color="var(--mantine-color-error)" aria-hidden />
      <Text fw="var(--weight-medium)">{message}</Text>
    </Group>
    {hint && (
      <Text c="dimmed" ta="center" maw={420}>
        {hint}
      </Text>
    )}
    <Group gap="sm">
      {retry && (
        <Button
          variant="default"
          onClick={({ currentTarget }) => {
            // The button goes, and would take the focus along.
            currentTarget.closest('section')?.focus()
            retry()
          }}
        >
          Try again
        </Button>
      )}
      <Button
        component="a"
        href={contentOf(file)}
        download={file.name}
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        Download
      </Button>
    </Group>
  </Stack>
)
