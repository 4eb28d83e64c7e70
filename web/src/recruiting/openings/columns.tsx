import { Anchor } from '@mantine/core'
import type { Opening } from 'contract'
import { Link } from 'react-router'
import { useToday } from '../../session/today.ts'
import type { TableColumn } from '../../ui/list/DataTable.tsx'
import { formatDate } from '../../ui/text/dates.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { noLocation } from './LocationField.tsx'
import type { OpeningRow, OpeningSort } from './read.ts'
import { StateBadge } from './StateBadge.tsx'
import { applicantsInWords, stateOf } from './states.ts'

type Column = TableColumn<OpeningRow, OpeningSort>

export const OpeningLink = ({ opening: { id, title } }: { opening: Opening }) => (
  <Anchor component={Link} inherit fw="var(--weight-medium)" to={`/recruiting/openings/${id}`}>
    {title}
  </Anchor>
)

/** How many have applied, as a link to them. */
export const ApplicantsLink = ({ opening }: { opening: Opening }) =>
  opening.applications === 0 ? (
    <span className="dimmed">{applicantsInWords(opening)}</span>
  ) : (
    <Anchor component={Link} inherit className="tabular" to={`/recruiting?opening=${opening.id}`}>
      {applicantsInWords(opening)}
    </Anchor>
  )

/** The state, and the last day of an opening that is public. */
export function State({ opening }: { opening: OpeningRow }) {
  const isOpen = stateOf(opening, useToday()) === 'published'
  return (
    <>
      <StateBadge opening={opening} />
      {isOpen && opening.closes_on && <div className="fine">until {formatDate(opening.closes_on)}</div>}
    </>
  )
}

const title: Column = { label: 'Title', sortKey: 'title', cell: (row) => <OpeningLink opening={row} />, width: '30%' }
const state: Column = { label: 'State', sortKey: 'state', cell: (row) => <State opening={row} /> }
const facts: readonly Column[] = [
  { label: 'Department', sortKey: 'department', cell: ({ department }) => department },
  {
    label: 'Location',
    sortKey: 'location',
    cell: ({ place }) => place || <span className="dimmed">{noLocation}</span>,
  },
]
const others: readonly Column[] = [
  {
    label: 'Applicants',
    sortKey: 'applicants',
    startsDescending: true,
    cell: (row) => <ApplicantsLink opening={row} />,
  },
  {
    label: 'Created',
    sortKey: 'created',
    startsDescending: true,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
    width: '120px',
  },
]

export const columns: readonly Column[] = [title, ...facts, state, ...others]

/** What a card says below its title and state. */
export const cardColumns: readonly Column[] = [...facts, ...others]
