import { Group, Text } from '@mantine/core'
import { type SecurityEvent, securityEvents } from 'contract'
import { Facts, type TableColumn } from '../ui/list/DataTable.tsx'
import { formatMoment } from '../ui/text/dates.ts'

const none = <span className="dimmed">—</span>

const who: TableColumn<SecurityEvent> = {
  label: 'Who',
  cell: ({ actor }) => actor?.name ?? none,
  titleOf: ({ actor }) => actor?.name,
}
const about: TableColumn<SecurityEvent> = {
  label: 'About',
  cell: (event) => event.about || none,
  titleOf: (event) => event.about,
  width: '30%',
}
const origin: readonly TableColumn<SecurityEvent>[] = [
  { label: 'Address', cell: ({ address }) => address ?? none, titleOf: ({ address }) => address ?? undefined },
  { label: 'Browser', cell: ({ browser }) => browser ?? none, titleOf: ({ browser }) => browser ?? undefined },
]

export const securityColumns: readonly TableColumn<SecurityEvent>[] = [
  { label: 'Time', cell: ({ happened_at }) => formatMoment(happened_at), width: '170px' },
  { label: 'Event', cell: ({ kind }) => securityEvents[kind] },
  who,
  about,
  ...origin,
]

export const SecurityCard = ({ event }: { event: SecurityEvent }) => (
  <>
    <Group gap="sm" align="baseline" justify="space-between" wrap="nowrap">
      <Text inherit span fw="var(--weight-medium)">
        {securityEvents[event.kind]}
      </Text>
      <Text inherit span c="dimmed" flex="none" fz="var(--text-small)">
        {formatMoment(event.happened_at)}
      </Text>
    </Group>
    <Facts
      columns={[...(event.actor ? [who] : []), ...(event.about ? [about] : []), ...(event.address ? origin : [])]}
      row={event}
    />
  </>
)
