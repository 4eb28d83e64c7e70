import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { isMainDomain, onMainDomain } from '../session/domain.ts'

/** The main domain starts with the landing page, a workspace with its log-in. */
export const Home = () => (isMainDomain ? <Elsewhere /> : <Navigate to="/login" replace />)

/** A page of plain HTML, which is no part of the app: the browser fetches it. */
export function Elsewhere() {
  const { pathname } = useLocation()
  useEffect(() => {
    // With `guest` the server answers the landing page even to a browser that still sends the cookies of an ended session.
    window.location.replace(onMainDomain(pathname === '/' ? '/?guest' : pathname))
  }, [pathname])
  return null
}
