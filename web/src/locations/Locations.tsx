import { Anchor, Button, Group } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { api, type Location } from 'contract'
import { Link } from 'react-router'
import { useData, usePreload } from '../api/data.ts'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { useAddress } from '../ui/hooks/address.ts'
import { useDialog } from '../ui/hooks/useDialog.ts'
import { useIsNarrow } from '../ui/hooks/useIsNarrow.ts'
import { DataTable, type TableColumn } from '../ui/list/DataTable.tsx'
import { RowButton } from '../ui/list/RowButton.tsx'
import { Section } from '../ui/list/Section.tsx'
import { useLocationRemoval, useLocations } from './changes.ts'
import { DefaultMark } from './DefaultMark.tsx'
import { LocalTime } from './LocalTime.tsx'
import { LocationDialog } from './LocationDialog.tsx'
import styles from './Locations.module.css'
import { OneLocation } from './OneLocation.tsx'
import { headcounts, placeName } from './words.ts'

/** The locations of the workspace: a list, or one with its holidays if the address names it. */
export function Locations() {
  const [params] = useAddress()
  const chosen = params.get('location') ?? ''
  usePreload(api.locations.list, {})
  usePreload(api.locations.calendars, {})
  usePreload(api.directory.list, { query: {} })
  return /^\d+$/.test(chosen) ? (
    <OneLocation key={chosen} id={Number(chosen)} />
  ) : (
    <Section id="locations" title="Locations">
      <Loaded skeleton={<SkeletonRows rows={4} />} failed="The locations could not be loaded.">
        <LocationList />
      </Loaded>
    </Section>
  )
}

function LocationList() {
  const locations = useLocations()
  const calendars = useData(api.locations.calendars, {})
  const people = headcounts(useData(api.directory.list, { query: {} }))
  const isNarrow = useIsNarrow(62)
  const { dialog, open, close } = useDialog<{ location?: Location }>()
  const remove = useLocationRemoval()
  const isEmpty = locations.length === 0
  const placeOf = (location: Location) => placeName(calendars, location) || 'None: entered by hand'
  const countOf = ({ id }: Location) => people.get(id) ?? 0
  const actionsOf = (location: Location) => (
    <Actions
      location={location}
      edit={() => open({ location })}
      remove={() => void remove(location, { people: countOf(location), others: locations })}
    />
  )
  const columns: readonly TableColumn<Location>[] = [
    { label: 'Location', cell: (location) => <Name location={location} />, titleOf: ({ name }) => name },
    { label: 'Country and region', cell: placeOf, titleOf: placeOf },
    { label: 'Time zone', cell: (location) => <LocalTime {...location} />, titleOf: ({ timezone }) => timezone },
    { label: 'People', cell: countOf, align: 'end', width: '80px' },
    { label: 'Actions', cell: actionsOf, align: 'end', width: '110px' },
  ]
  return (
    <>
      {isEmpty && (
        <Empty>A location is where people work: with the time zone there, and the public holidays on which they are off.</Empty>
      )}
      <Button className={styles.add} data-is-below={isEmpty} onClick={() => open({})}>
        + Add Location
      </Button>
      <DataTable
        name={{ 'aria-label': 'Locations' }}
        columns={columns}
        rows={locations}
        keyOf={({ id }) => id}
        isNarrow={isNarrow}
        card={(location) => (
          <>
            <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
              <Name location={location} />
              {actionsOf(location)}
            </Group>
            <span>{placeOf(location)}</span>
            <LocalTime {...location} />
            <span className="fine">{countOf(location) === 1 ? '1 person' : `${countOf(location)} people`}</span>
          </>
        )}
        empty={false}
        tableClass={styles.table}
        cardsClass={styles.cards}
      />
      {dialog && <LocationDialog location={dialog.location} close={close} />}
    </>
  )
}

const Name = ({ location: { id, name, is_default } }: { location: Location }) => (
  <span className={styles.name}>
    <Anchor component={Link} inherit to={`?location=${id}`} fw="var(--weight-medium)" className={styles.link}>
      {name}
    </Anchor>
    {is_default && <DefaultMark />}
  </span>
)

type ActionsProps = { location: Location; edit: () => void; remove: () => void }

const Actions = ({ location: { name }, edit, remove }: ActionsProps) => (
  <Group gap="2xs" wrap="nowrap" justify="flex-end" display="inline-flex">
    <RowButton icon={IconPencil} title="Edit" of={name} onClick={edit} />
    <RowButton icon={IconTrash} title="Delete" of={name} onClick={remove} />
  </Group>
)
