import { Button } from '@mantine/core'
import { homeOf } from 'contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMe } from '../session/session.ts'
import { Empty } from '../ui/feedback/Empty.tsx'

/** Says why a page has nothing to show, with a way back. */
export function Nothing({ children }: { children: ReactNode }) {
  const { role } = useMe()
  return (
    <Empty
      action={
        <Button component={Link} to={homeOf(role)}>
          Back to Dashboard
        </Button>
      }
    >
      {children}
    </Empty>
  )
}
