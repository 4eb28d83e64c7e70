import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { isMainDomain, onMainDomain } from '../session/domain.ts'

/** The main domain opens the landing page, a workspace its log-in. */
export const Home = () => (isMainDomain ? <Elsewhere /> : <Navigate to="/login" replace />)

/** Reloads, because the page is plain HTML and not part of the app. */
export function Elsewhere() {
  const { pathname } = useLocation()
  useEffect(() => {
    // With `guest` the server sends the landing page even if the browser still has the cookies of an ended session.
    window.location.replace(onMainDomain(pathname === '/' ? '/?guest' : pathname))
  }, [pathname])
  return null
}
