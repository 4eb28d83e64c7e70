import { Button, Group } from '@mantine/core'

type Props = { submit: string; isPending: boolean; cancel: () => void }

/** The last row of a form in a dialog. */
export const DialogButtons = ({ submit, isPending, cancel }: Props) => (
  <Group justify="flex-end" gap="xs" mt="lg">
    <Button variant="default" onClick={cancel}>
      Cancel
    </Button>
    <Button type="submit" loading={isPending}>
      {submit}
    </Button>
  </Group>
)
