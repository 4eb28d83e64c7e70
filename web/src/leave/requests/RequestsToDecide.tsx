import { Button, Group } from '@mantine/core'
import { api, type LeaveRequest } from 'contract'
import { useDeferredValue, useRef } from 'react'
import { useData, usePending } from '../../api/data.ts'
import { periodInWords } from '../../capacity/words.ts'
import { useToday } from '../../session/today.ts'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { useAddress } from '../../ui/hooks/address.ts'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { useIsNarrow } from '../../ui/hooks/useIsNarrow.ts'
import { Later } from '../../ui/Later.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { RequestCard, useRequestColumns } from './columns.tsx'
import type { LeaveChoice } from './DecisionDialog.tsx'
import { useDecisions } from './decisions.ts'
import { decisionDialog } from './later.ts'
import styles from './Requests.module.css'

const perPage = 50

/** The requests that wait for the person, with the buttons that decide. */
export function RequestsToDecide() {
  const today = useToday()
  const isNarrow = useIsNarrow(62)
  const top = useRef<HTMLDivElement>(null)
  const [params, put] = useAddress()
  const wanted = Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1)
  const page = useDeferredValue(wanted)
  const { count, results } = useData(api.leave.list, {
    query: { show: 'to_decide', limit: String(perPage), offset: String((page - 1) * perPage) },
  })
  const { dialog, open, close } = useDialog<LeaveChoice>()
  const columns = useRequestColumns()
  const buttons = (request: LeaveRequest) => <Decide request={request} today={today} decline={open} />
  return (
    <div ref={top} id="requests" tabIndex={-1} className={styles.list} aria-busy={page !== wanted}>
      <DataTable
        name={{ 'aria-label': 'Waiting for you' }}
        columns={[...columns.ofRequest, { label: 'Decision', cell: buttons, width: '190px' }]}
        rows={results}
        keyOf={({ id }) => id}
        isNarrow={isNarrow}
        card={(request) => (
          <>
            <RequestCard request={request} />
            {buttons(request)}
          </>
        )}
        empty={<Empty>Nothing waits for you. Requests for leave appear here when it is your turn to decide.</Empty>}
        pages={{ page, perPage, total: count, goTo: (next) => put({ page: next === 1 ? '' : String(next) }), top }}
        tableClass={styles.table}
        cardsClass={styles.cards}
      />
      <Later of={decisionDialog} shown={dialog && { ...dialog, close }} />
    </div>
  )
}

type DecideProps = { request: LeaveRequest; today: string; decline: (choice: LeaveChoice) => void }

function Decide({ request, today, decline }: DecideProps) {
  const { approve } = useDecisions()
  const isPending = usePending(api.leave.approve).some(({ params }) => params.leave_id === String(request.id))
  const about = `the leave of ${request.person.full_name}, ${periodInWords(request, today)}`
  const approveIt = async () => {
    await approve(request)
    // The row with the focus has disappeared.
    if (document.activeElement === document.body) document.getElementById('requests')?.focus({ preventScroll: true })
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="xs" loading={isPending} aria-label={`Approve ${about}`} onClick={() => void approveIt()}>
        Approve
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-label={`Decline ${about}`}
        onClick={() => decline({ request, is_approved: false })}
      >
        Decline
      </Button>
    </Group>
  )
}
