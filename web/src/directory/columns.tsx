import { roleNames } from 'contract'
import type { TableColumn } from '../ui/list/DataTable.tsx'
import { EmailLink, LocalTime, MessageLink, PhoneLink } from './contact.tsx'
import styles from './Directory.module.css'
import { PersonLink, PersonName } from './PersonName.tsx'
import type { DirectoryEntry, DirectorySort } from './read.ts'
import { useMayMessage } from './useMayMessage.ts'

type Column = TableColumn<DirectoryEntry, DirectorySort>

const DepartmentAndRole = ({ person: { department, role } }: { person: DirectoryEntry }) => (
  <>
    {department && <div>{department}</div>}
    <div className="fine">{roleNames[role]}</div>
  </>
)

export const Place = ({ person: { place } }: { person: DirectoryEntry }) =>
  place && (
    <div className={styles.text}>
      <div>{place.name}</div>
      <div className="fine">
        <LocalTime timezone={place.timezone} />
      </div>
    </div>
  )

export const ContactLinks = ({ person: { email, phone } }: { person: DirectoryEntry }) => (
  <div className={styles.text}>
    <div>
      <EmailLink email={email} />
    </div>
    {phone && (
      <div className="tabular">
        <PhoneLink phone={phone} />
      </div>
    )}
  </div>
)

function Message({ person }: { person: DirectoryEntry }) {
  return useMayMessage()(person) && <MessageLink person={person} />
}

const name: Column = { label: 'Name', sortKey: 'name', cell: (person) => <PersonName person={person} />, width: '26%' }
const location: Column = { label: 'Location', sortKey: 'location', cell: (person) => <Place person={person} /> }

const department: Column = {
  label: 'Department',
  sortKey: 'department',
  cell: (person) => <DepartmentAndRole person={person} />,
}

/** A narrow window has room for two; the person's page has the rest. */
export function columnsFor({ isNarrow, hasPlaces }: { isNarrow: boolean; hasPlaces: boolean }): readonly Column[] {
  if (isNarrow) return [{ ...name, width: '56%' }, hasPlaces ? location : department]
  return [
    name,
    { ...department, width: '16%' },
    { label: 'Reports to', sortKey: 'manager', cell: ({ manager }) => manager && <PersonLink person={manager} />, width: '14%' },
    ...(hasPlaces ? [{ ...location, width: '20%' }] : []),
    { label: 'Contact', cell: (person) => <ContactLinks person={person} /> },
    { label: 'Chat', cell: (person) => <Message person={person} />, width: '64px' },
  ]
}
