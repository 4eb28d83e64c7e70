import { api, type LeaveRequest } from 'contract'
import { createContext, useMemo } from 'react'
import { useKnownData } from '../api/known.ts'

/** So many requests are shown, and so many more with each click. */
export const requestsAtOnce = 50

/** The arguments by which one's own requests are read. */
export const ownRequests = (limit = requestsAtOnce) => ({ query: { show: 'own' as const, limit: String(limit) } })

type Days = Pick<LeaveRequest, 'from' | 'to'>
const none: readonly Days[] = []

/** The person's own approved leave, once something on the page has read it. */
export function useOwnAbsences(): readonly Days[] {
  const requests = useKnownData(api.leave.list, ownRequests())?.results
  return useMemo(() => requests?.filter(({ status }) => status === 'approved') ?? none, [requests])
}

/** The same for hundreds of rows. */
export const OwnAbsences = createContext(none)

type Work = { status: string; due_date: string | null }

/** Whether open work is due during one of these absences, and not before today. */
export const isDueWhileAway = ({ status, due_date }: Work, absences: readonly Days[], today: string) =>
  status !== 'done' &&
  due_date !== null &&
  due_date >= today &&
  absences.some(({ from, to }) => from <= due_date && due_date <= to)
