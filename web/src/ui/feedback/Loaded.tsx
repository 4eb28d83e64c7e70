import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense } from 'react'
import { Refused } from '../../api/call.ts'
import { messageOf } from '../../api/messages.ts'
import { Delayed } from './Delayed.tsx'
import { Failed } from './Failed.tsx'

type PartProps = {
  children: ReactNode
  /** The error message; the server's reason, if any, shows under it. */
  failed?: string
  /** Shown instead after a 404. */
  notFound?: ReactNode
}
type Props = PartProps & {
  /** Has the final layout; becomes visible after 300 ms. */
  skeleton?: ReactNode
}

/** A boundary around a component that reads with `useData`: it loads, fails and retries on its own. */
export const Loaded = ({ children, skeleton, ...part }: Props) => (
  <Part {...part}>
    <Suspense fallback={<Delayed>{skeleton}</Delayed>}>{children}</Suspense>
  </Part>
)

/** A part of what a `Loaded` shows. It appears together with the rest, so that nothing moves, yet fails and retries on its own. */
export const Part = ({ children, failed = 'Failed to load data.', notFound }: PartProps) => (
  <QueryErrorResetBoundary>
    {({ reset }) => (
      <Boundary failed={failed} notFound={notFound} reset={reset}>
        {children}
      </Boundary>
    )}
  </QueryErrorResetBoundary>
)

type BoundaryProps = { children: ReactNode; failed: string; notFound: ReactNode; reset: () => void }

class Boundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}
  static getDerivedStateFromError = (error: unknown) => ({ error })

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (this.props.notFound && error instanceof Refused && error.status === 404) return this.props.notFound
    const reason = messageOf(error, '')
    return <Failed message={this.props.failed} {...(reason && { hint: reason })} retry={this.retry} />
  }

  retry = () => {
    // A module that failed to load is only fetched again by a full page load.
    if (this.state.error instanceof TypeError) window.location.reload()
    this.props.reset()
    this.setState({ error: undefined })
  }
}
