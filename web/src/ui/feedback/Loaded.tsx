import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense } from 'react'
import { Refused } from '../../api/call.ts'
import { messageOf } from '../../api/messages.ts'
import { Delayed } from './Delayed.tsx'
import { Failed } from './Failed.tsx'

type Props = {
  children: ReactNode
  /** In the final layout; seen after 300 ms. */
  skeleton?: ReactNode
  /** What happened; the server's reason, if it gave one, stands under it. */
  failed?: string
  /** Shown instead when the server says 404. */
  notFound?: ReactNode
}

/** The room of a piece that reads with `useData`: waits, fails and tries again without its neighbours. */
export const Loaded = ({ children, skeleton, failed = 'Failed to load data.', notFound }: Props) => (
  <QueryErrorResetBoundary>
    {({ reset }) => (
      <Boundary failed={failed} notFound={notFound} reset={reset}>
        <Suspense fallback={<Delayed>{skeleton}</Delayed>}>{children}</Suspense>
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
    // A part of the app that could not be fetched is only asked for again by a fresh page.
    if (this.state.error instanceof TypeError) window.location.reload()
    this.props.reset()
    this.setState({ error: undefined })
  }
}
