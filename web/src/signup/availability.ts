import { api, isReserved, isSubdomain } from 'contract'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'

type State = 'unknown' | 'checking' | 'available' | 'unavailable'
export type Availability = { subdomain: State; isNameTaken: boolean }

/** Milliseconds. */
const debounce = 500
const unknown: Availability = { subdomain: 'unknown', isNameTaken: false }

/** Unknown if the server is unreachable: the sign-up itself then decides. */
export const askAvailability = (subdomain: string, tenant_name: string, signal?: AbortSignal): Promise<Availability> =>
  call(api.tenants.checkAvailability, { body: { subdomain, tenant_name } }, signal).then(
    ({ subdomain_available, tenant_name_available }) => ({
      subdomain: subdomain_available ? 'available' : 'unavailable',
      isNameTaken: !tenant_name_available,
    }),
    () => unknown,
  )

/** Whether the subdomain and the name are free. Asks the server 500 ms after the last key. */
export function useAvailability(subdomain: string, name: string): Availability {
  const [answer, setAnswer] = useState<Availability & { of?: string }>(unknown)
  const tenantName = name.trim()
  const question = `${subdomain} ${tenantName}`
  const isAskable = subdomain.length >= 3 && isSubdomain(subdomain) && !isReserved(subdomain) && tenantName !== ''

  useEffect(() => {
    if (!isAskable) return
    const abort = new AbortController()
    const ask = async () => {
      const availability = await askAvailability(subdomain, tenantName, abort.signal)
      if (!abort.signal.aborted) setAnswer({ ...availability, of: question })
    }
    const timer = setTimeout(() => void ask(), debounce)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [isAskable, subdomain, tenantName, question])

  if (isReserved(subdomain)) return { subdomain: 'unavailable', isNameTaken: false }
  if (!isAskable) return unknown
  return answer.of === question ? answer : { subdomain: 'checking', isNameTaken: false }
}
