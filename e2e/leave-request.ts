import type { Browser } from '@playwright/test'
import { dayAfter, leaveTypes, today } from './absences.ts'
import type { Atrium } from './atrium.ts'
import { callApi, logInAs } from './visit.ts'

/** Dev is away, as HR has entered, and asks Pam for more. Answers with the ids of the request and of Dev. */
export async function requestLeave(browser: Browser, atrium: Atrium) {
  const [hana, dev] = [await logInAs(browser, atrium, 'hana@demo.test'), await logInAs(browser, atrium, 'dev@demo.test')]
  const { id: personId } = await callApi<{ id: number }>(dev, 'GET /api/me/')
  const [type] = await leaveTypes(hana)
  const { results } = await callApi<{ results: { id: number; status: string }[] }>(dev, 'GET /api/leave/?show=own')
  const waiting = results.find(({ status }) => status === 'pending')
  if (waiting) return { leaveId: waiting.id, personId }
  const leaveIn = (days: number, length: number) => {
    const from = dayAfter(today(), days)
    return { type: type?.id, from, to: dayAfter(from, length) }
  }
  await callApi(hana, 'POST /api/leave/', { person: personId, ...leaveIn(0, 3), note: 'By telephone' })
  const { id: leaveId } = await callApi<{ id: number }>(dev, 'POST /api/leave/', { ...leaveIn(10, 4), note: 'To the sea' })
  return { leaveId, personId }
}
