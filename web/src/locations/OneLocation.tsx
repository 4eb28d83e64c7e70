import { Anchor, Button, Group, Stack, Title } from '@mantine/core'
import { IconArrowLeft, IconPencil } from '@tabler/icons-react'
import { api } from 'contract'
import { Link } from 'react-router'
import { useData } from '../api/data.ts'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { useDialog } from '../ui/hooks/useDialog.ts'
import { useLocations } from './changes.ts'
import { DefaultMark } from './DefaultMark.tsx'
import { Holidays } from './Holidays.tsx'
import { LocalTime } from './LocalTime.tsx'
import { LocationDialog } from './LocationDialog.tsx'
import styles from './Locations.module.css'
import { headcounts, placeName } from './words.ts'

/** A location with its holidays. */
export const OneLocation = ({ id }: { id: number }) => (
  <>
    <Anchor component={Link} to="/people/locations">
      <IconArrowLeft size={14} aria-hidden /> All locations
    </Anchor>
    <Loaded skeleton={<SkeletonRows rows={8} />} failed="The location could not be loaded.">
      <Shown id={id} />
    </Loaded>
  </>
)

function Shown({ id }: { id: number }) {
  const location = useLocations().find((each) => each.id === id)
  const calendars = useData(api.locations.calendars, {})
  const people = headcounts(useData(api.directory.list, { query: {} })).get(id) ?? 0
  const { dialog, open, close } = useDialog<true>()
  if (!location) return <Empty>There is no such location. It may have been deleted.</Empty>
  const place = placeName(calendars, location)
  return (
    <Stack gap="lg" mt="xs" className={styles.page}>
      <Group gap="sm" justify="space-between" align="flex-start" wrap="nowrap">
        <div className={styles.about}>
          <Group gap="xs">
            <Title order={2} className={styles.heading}>
              {location.name}
            </Title>
            {location.is_default && <DefaultMark />}
          </Group>
          <p className={styles.facts}>
            {place && <span>{place}</span>}
            <LocalTime {...location} />
            <span>{people === 1 ? '1 person' : `${people} people`}</span>
          </p>
        </div>
        <Button variant="default" flex="none" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => open(true)}>
          Edit
        </Button>
      </Group>
      <Holidays location={location} place={place} />
      {dialog && <LocationDialog location={location} close={close} />}
    </Stack>
  )
}
