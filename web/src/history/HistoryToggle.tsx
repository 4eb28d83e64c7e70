import { Button } from '@mantine/core'
import { useIsHistoryShown } from './shown.ts'

/** Shows or hides the history between the comments of tasks. */
export function HistoryToggle() {
  const [isShown, toggle] = useIsHistoryShown()
  return (
    <Button variant="subtle" color="gray" c="dimmed" size="compact-xs" aria-expanded={isShown} onClick={toggle}>
      {isShown ? 'Hide history' : 'Show history'}
    </Button>
  )
}
