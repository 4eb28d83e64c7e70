import { Navigate } from 'react-router'
import { isMainDomain } from '../session/domain.ts'
import { Landing } from './Landing.tsx'

/** The landing page belongs to the main domain; a workspace starts with its log-in. */
export const Home = () => (isMainDomain ? <Landing /> : <Navigate to="/login" replace />)
