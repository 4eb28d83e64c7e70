import { Button, Group, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, type Finding } from 'contract'
import { useState } from 'react'
import { keyOf, useData } from '../api/data.ts'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { useIsNarrow } from '../ui/hooks/useIsNarrow.ts'
import { DataTable, type TableColumn } from '../ui/list/DataTable.tsx'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'
import { FindingBadge } from '../ui/theme/badges.tsx'
import styles from './SystemHealth.module.css'

/** The results of the checks of the installation, with what to do where one failed. */
export const SystemHealth = () => (
  <Loaded skeleton={<SkeletonRows rows={12} height={44} />} failed="The checks could not be made.">
    <Findings />
  </Loaded>
)

function Findings() {
  const isNarrow = useIsNarrow(62)
  const { checked_at, findings } = useData(api.doctor.examine, {})
  const failed = findings.filter(({ passed }) => !passed).length
  // Failed checks come first.
  const rows = findings.toSorted((a, b) => Number(a.passed) - Number(b.passed))
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text inherit role="status">
          {failed ? `${failed} of ${findings.length} checks failed` : `All ${findings.length} checks passed`}{' '}
          <RelativeTime at={checked_at} />.
        </Text>
        <CheckAgain />
      </Group>
      <DataTable
        name={{ 'aria-label': 'System health' }}
        columns={columns}
        rows={rows}
        keyOf={({ name }) => name}
        isNarrow={isNarrow}
        card={(finding) => <FindingCard finding={finding} />}
        empty={<Empty>Nothing was checked.</Empty>}
        tableClass={styles.table}
        cardsClass={styles.cards}
      />
    </>
  )
}

function CheckAgain() {
  const client = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const again = async () => {
    setRunning(true)
    await client.refetchQueries({ queryKey: keyOf(api.doctor.examine, {}) })
    setRunning(false)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={isRunning}
      onClick={() => void again()}
    >
      Check again
    </Button>
  )
}

const Words = ({ finding: { detail, remedy } }: { finding: Finding }) => (
  <>
    <span>{detail}</span>
    {remedy && <span className={`dimmed ${styles.remedy}`}>{remedy}</span>}
  </>
)

const columns: readonly TableColumn<Finding>[] = [
  { label: 'Check', cell: ({ name }) => name, width: '180px' },
  { label: 'Result', cell: ({ passed }) => <FindingBadge passed={passed} />, width: '120px' },
  { label: 'Details', cell: (finding) => <Words finding={finding} /> },
]

const FindingCard = ({ finding }: { finding: Finding }) => (
  <>
    <Group justify="space-between" gap="sm" mb="2xs" wrap="nowrap">
      <Text inherit span fw="var(--weight-medium)">
        {finding.name}
      </Text>
      <FindingBadge passed={finding.passed} />
    </Group>
    <Words finding={finding} />
  </>
)
