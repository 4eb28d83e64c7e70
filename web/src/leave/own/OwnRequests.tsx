import { Button, Title } from '@mantine/core'
import { api, type LeaveRequest } from 'contract'
import { useDeferredValue, useState } from 'react'
import { useData } from '../../api/data.ts'
import { ownRequests, requestsAtOnce } from '../../capacity/own.ts'
import { useToday } from '../../session/today.ts'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { byTime } from './days.ts'
import styles from './MyLeave.module.css'
import { RequestRow } from './RequestRow.tsx'

/** One's own requests: those to come, and below them the others. */
export function OwnRequests() {
  const today = useToday()
  const [wanted, setWanted] = useState(requestsAtOnce)
  // The rows stay until there are more.
  const limit = useDeferredValue(wanted)
  const { results, count } = useData(api.leave.list, ownRequests(limit))
  const { coming, past } = byTime(results, today)
  return (
    <section aria-labelledby="own-requests">
      <Title order={2} id="own-requests" mb="xs">
        Requests
      </Title>
      {results.length === 0 && <Empty>You have not requested leave yet.</Empty>}
      <Rows title="To come" id="coming-requests" requests={coming} />
      <Rows title="Past and closed" id="past-requests" requests={past} />
      {count > results.length && (
        <Button variant="default" size="xs" mt="sm" loading={limit !== wanted} onClick={() => setWanted(limit + requestsAtOnce)}>
          Show Earlier Requests
        </Button>
      )}
    </section>
  )
}

const Rows = ({ title, id, requests }: { title: string; id: string; requests: readonly LeaveRequest[] }) =>
  requests.length > 0 && (
    <>
      <h3 id={id} className={styles.subheading}>
        {title}
      </h3>
      <ul className={styles.list} aria-labelledby={id}>
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
    </>
  )
