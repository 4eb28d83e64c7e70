import { Button, Group } from '@mantine/core'

type Props = { submit: string; isPending: boolean; isDangerous?: boolean; cancel: () => void }

/** The last row of a form in a dialog. */
export const DialogButtons = ({ submit, isPending, isDangerous = false, cancel }: Props) => (
  <Group justify="flex-end" gap="xs" mt="lg">
    <Button variant="default" onClick={cancel}>
      Cancel
    </Button>
    <Button type="submit" {...(isDangerous && { color: 'red' })} loading={isPending}>
      {submit}
    </Button>
  </Group>
)
