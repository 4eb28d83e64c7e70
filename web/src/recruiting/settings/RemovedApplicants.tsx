import { Anchor, Title } from '@mantine/core'
import { api, type RemovedApplicant } from 'contract'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useData } from '../../api/data.ts'
import { PersonLink } from '../../directory/PersonName.tsx'
import { useDateOf } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { useIsNarrow } from '../../ui/hooks/useIsNarrow.ts'
import { DataTable, Facts, type TableColumn } from '../../ui/list/DataTable.tsx'
import { rowsOf } from '../../ui/list/Pages.tsx'
import { formatDate } from '../../ui/text/dates.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import styles from './RecruitingSettings.module.css'

/** The log of removals. */
export function RemovedApplicants() {
  return (
    <section className={styles.log} aria-labelledby="removed-applicants">
      <Title order={3} id="removed-applicants" mb="xs">
        Removed Applicants
      </Title>
      <Loaded skeleton={<SkeletonRows rows={3} />} failed="The removals could not be loaded.">
        <Log />
      </Loaded>
    </section>
  )
}

const perPage = 20

function Log() {
  const removed = useData(api.recruiting.removed, {})
  const [wanted, goTo] = useState(1)
  const isNarrow = useIsNarrow(48)
  const top = useRef<HTMLDivElement>(null)
  const { page, rows } = rowsOf(removed, { page: wanted, perPage })
  return (
    <div ref={top} className={styles.rows}>
      <DataTable
        name={{ 'aria-labelledby': 'removed-applicants' }}
        columns={[opening, ...facts]}
        rows={rows}
        keyOf={({ application }) => application}
        isNarrow={isNarrow}
        card={(row) => (
          <>
            <OpeningOf row={row} />
            <Facts columns={facts} row={row} />
          </>
        )}
        empty={<p className="dimmed">Nobody’s data has been removed yet.</p>}
        pages={{ page, perPage, total: removed.length, goTo, top }}
        tableClass={styles.table}
        cardsClass={styles.cards}
      />
    </div>
  )
}

/** Leads to what remains. */
const OpeningOf = ({ row: { application, opening } }: { row: RemovedApplicant }) => (
  <Anchor component={Link} inherit to={`/recruiting/applications/${application}`}>
    {opening}
  </Anchor>
)

function AppliedOn({ at }: { at: string }) {
  return <span className="tabular">{formatDate(useDateOf()(at))}</span>
}

const opening: TableColumn<RemovedApplicant> = { label: 'Opening', cell: (row) => <OpeningOf row={row} />, width: '40%' }
const facts: readonly TableColumn<RemovedApplicant>[] = [
  { label: 'Applied', cell: ({ applied_at }) => <AppliedOn at={applied_at} /> },
  { label: 'Removed', cell: ({ removed_at }) => <RelativeTime at={removed_at} /> },
  { label: 'By', cell: ({ removed_by }) => (removed_by ? <PersonLink person={removed_by} /> : 'The rule') },
]
