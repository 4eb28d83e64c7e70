import { Button } from '@mantine/core'
import { PlainPage } from '../ui/shell/PlainPage.tsx'
import { onMainDomain } from './domain.ts'

export const NotFound = () => (
  <PlainPage title="Page Not Found" subtitle="There is nothing at this address. It may have moved, or the link was mistyped.">
    <Button component="a" href="/">
      Go to the home page
    </Button>
  </PlainPage>
)

export const Unauthorized = () => (
  <PlainPage
    title="Not for your role"
    subtitle="You are not allowed to see this page. Ask your workspace administrator if you need it."
  >
    <Button component="a" href="/login">
      Go to your dashboard
    </Button>
  </PlainPage>
)

export const WorkspaceNotFound = () => (
  <PlainPage
    title="Workspace not found"
    subtitle={`There is no workspace at ${window.location.host}. Check the address in your invitation or log-in mail.`}
  >
    <Button component="a" href={onMainDomain('/')}>
      Go to the main site
    </Button>
  </PlainPage>
)

export const WorkspaceDeleted = () => (
  <PlainPage
    title="Workspace deleted"
    subtitle="Nobody can open it any more. Its data is being erased, and a mail will confirm that nothing is left."
  >
    <Button component="a" href={onMainDomain('/')}>
      Go to the main site
    </Button>
  </PlainPage>
)

export const WorkspaceBlocked = () => (
  <PlainPage
    title="Workspace blocked"
    subtitle="This workspace has been blocked. Please contact support. Nothing has been deleted: your data is kept."
  >
    <Button component="a" href={onMainDomain('/support')}>
      Contact support
    </Button>
  </PlainPage>
)
