import { useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from './session.ts'

/** Whether the person got another role while they had this page open. A role that the server has not confirmed does not count. */
export function useHasNewRole() {
  const { me, isUnconfirmed } = useSession()
  const { pathname } = useLocation()
  const place = `${pathname} ${me?.id}`
  const role = isUnconfirmed ? undefined : me?.role
  const [opened, setOpened] = useState({ place, role })
  const isSamePlace = opened.place === place
  if (!isSamePlace || (opened.role === undefined && role !== undefined)) setOpened({ place, role })
  return isSamePlace && opened.role !== undefined && role !== undefined && role !== opened.role
}
