import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from 'contract'
import { readOf } from '../../api/data.ts'

/** Events tell when there are others. */
const staleTime = Number.POSITIVE_INFINITY

/** The number of weeks that wait for the person's decision, or nothing for none. */
export function WaitingSheets() {
  const { data } = useQuery({ ...readOf(api.time.sheets, { query: { status: 'submitted', limit: '1' } }), staleTime })
  if (!data?.count) return null
  return (
    <>
      {data.count}
      <VisuallyHidden> to approve</VisuallyHidden>
    </>
  )
}
