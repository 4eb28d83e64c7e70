import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from 'contract'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { keyOf } from '../api/data.ts'

const queryKey = keyOf(api.billing.paymentInfo, {})

/** Refetches the payment info every `ms` milliseconds while the page is visible; never if `ms` is undefined. */
export function useWatchPayment(ms: number | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (ms === undefined) return
    const timer = setInterval(() => {
      if (!document.hidden) void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    }, ms)
    return () => clearInterval(timer)
  }, [client, ms])
}

/** The payment info as it was last read, without a request. */
export const useKnownPaymentInfo = () =>
  useQuery({ queryKey, queryFn: ({ signal }) => call(api.billing.paymentInfo, {}, signal), enabled: false }).data
