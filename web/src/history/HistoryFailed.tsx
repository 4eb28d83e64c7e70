import { Button } from '@mantine/core'

/** In place of lines that could not be loaded. */
export const HistoryFailed = ({ retry }: { retry: () => unknown }) => (
  <li className="fine">
    The history could not be loaded.{' '}
    <Button variant="subtle" size="compact-xs" onClick={() => void retry()}>
      Try again
    </Button>
  </li>
)
