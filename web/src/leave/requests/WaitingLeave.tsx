import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from 'contract'
import { readOf } from '../../api/data.ts'

/** Events tell when there are others. */
const staleTime = Number.POSITIVE_INFINITY

/** The number of requests for leave that wait for the person's decision, or nothing for none. */
export function WaitingLeave() {
  const { data } = useQuery({ ...readOf(api.leave.list, { query: { show: 'to_decide', limit: '1' } }), staleTime })
  if (!data?.count) return null
  return (
    <>
      {data.count}
      <VisuallyHidden> to decide</VisuallyHidden>
    </>
  )
}
