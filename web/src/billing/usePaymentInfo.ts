import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from 'contract'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { keyOf } from '../api/data.ts'

const queryKey = keyOf(api.billing.paymentInfo, {})

/** Asks for the payment info again and again, every `ms`, while that is given and the page is seen. */
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

/** The payment info as far as it is known, without asking for it. */
export const useKnownPaymentInfo = () =>
  useQuery({ queryKey, queryFn: ({ signal }) => call(api.billing.paymentInfo, {}, signal), enabled: false }).data
