import { Button, Group } from '@mantine/core'
import { api, type LeaveRequest } from 'contract'
import { type RefObject, useDeferredValue, useEffect, useRef } from 'react'
import { useData } from '../../api/data.ts'
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
  useFocusOfDecided(top, count)
  const { dialog, open, close } = useDialog<LeaveChoice>()
  const columns = useRequestColumns()
  const buttons = (request: LeaveRequest) => <Decide request={request} today={today} ask={open} />
  return (
    <div ref={top} tabIndex={-1} className={styles.list} aria-busy={page !== wanted}>
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

type DecideProps = { request: LeaveRequest; today: string; ask: (choice: LeaveChoice) => void }

/** Both buttons open the dialog: it shows what is due meanwhile, and takes the reason. */
function Decide({ request, today, ask }: DecideProps) {
  const about = `the leave of ${request.person.full_name}, ${periodInWords(request, today)}`
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="xs" aria-label={`Approve ${about}`} onClick={() => ask({ request, is_approved: true })}>
        Approve
      </Button>
      <Button variant="default" size="xs" aria-label={`Decline ${about}`} onClick={() => ask({ request, is_approved: false })}>
        Decline
      </Button>
    </Group>
  )
}

/** Puts the focus on the list when the row that had it has disappeared. */
function useFocusOfDecided(list: RefObject<HTMLElement | null>, count: number) {
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true })
    before.current = count
  }, [list, count])
}
