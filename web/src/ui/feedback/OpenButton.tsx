import { Button } from '@mantine/core'
import { Link } from 'react-router'

type Props = {
  /** An address in the app. */
  to: string
  close: () => void
}

/** In a message about something new, the link to it. */
export const OpenButton = ({ to, close }: Props) => (
  <Button component={Link} to={to} size="compact-sm" variant="subtle" flex="none" onClick={close}>
    Open
  </Button>
)
