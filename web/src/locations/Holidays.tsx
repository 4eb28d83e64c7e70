import { Button, Group, Text, Title } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { api, type Holiday, holidayYears, type Location } from 'contract'
import { useDeferredValue } from 'react'
import { useData, usePending } from '../api/data.ts'
import { useToday } from '../session/today.ts'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { useAddress } from '../ui/hooks/address.ts'
import { useDialog } from '../ui/hooks/useDialog.ts'
import { RowButton } from '../ui/list/RowButton.tsx'
import { StepButtons } from '../ui/list/StepButtons.tsx'
import { formatDate } from '../ui/text/dates.ts'
import marks from '../ui/theme/badges.module.css'
import { useHolidayChanges } from './changes.ts'
import { HolidayDialog } from './HolidayDialog.tsx'
import styles from './Locations.module.css'
import { emptyInWords, weekdayOf, yearIn } from './words.ts'

type Props = {
  location: Location
  /** Region and country; empty without a country. */
  place: string
}

/** The days off of a year at a location. */
export function Holidays({ location, place }: Props) {
  const today = useToday()
  const [params, put] = useAddress()
  const year = yearIn(params.get('year'), today)
  const thisYear = Number(today.slice(0, 4))
  const goTo = (next: number) => put({ year: next === thisYear ? '' : String(next) })
  const { dialog, open, close } = useDialog<{ holiday?: Holiday }>()
  return (
    <section id="holidays" tabIndex={-1} aria-label="Holidays">
      <Group gap="xs">
        <YearButtons year={year} goTo={goTo} />
        <Title order={3} aria-live="polite">
          Holidays of {year}
        </Title>
        {year !== thisYear && (
          <Button variant="default" size="xs" onClick={() => goTo(thisYear)}>
            This year
          </Button>
        )}
        <Button ms="auto" onClick={() => open({})}>
          + Add Holiday
        </Button>
      </Group>
      <Text inherit c="dimmed" mt="xs" mb="sm" className={styles.source}>
        {place
          ? `Public holidays of ${place}, filled in automatically each year. What you change stays.`
          : 'This location has no country: its holidays are entered by hand.'}
      </Text>
      <Loaded skeleton={<SkeletonRows rows={10} />} failed="The holidays could not be loaded.">
        <List location={location} year={year} edit={(holiday) => open({ holiday })} />
      </Loaded>
      {dialog && (
        <HolidayDialog
          location_id={location.id}
          holiday={dialog.holiday}
          onSaved={(day) => goTo(Number(day.slice(0, 4)))}
          close={close}
        />
      )}
    </section>
  )
}

const limits = `Holidays can be entered from ${holidayYears.first} to ${holidayYears.last}.`

const YearButtons = ({ year, goTo }: { year: number; goTo: (year: number) => void }) => (
  <StepButtons
    unit="year"
    back={year > holidayYears.first ? () => goTo(year - 1) : undefined}
    forth={year < holidayYears.last ? () => goTo(year + 1) : undefined}
    limits={limits}
  />
)

type ListProps = { location: Location; year: number; edit: (holiday: Holiday) => void }

function List({ location, year: wanted, edit }: ListProps) {
  const today = useToday()
  // The year before stays until the next one has arrived.
  const year = useDeferredValue(wanted)
  const { id } = location
  const holidays = useData(api.locations.holidays, { params: { location_id: String(id) }, query: { year: String(year) } })
  const removed = usePending(api.locations.removeHoliday).map(({ params }) => Number(params.holiday_id))
  const { remove } = useHolidayChanges(id)
  const shown = holidays.filter((holiday) => !removed.includes(holiday.id))
  if (shown.length === 0) return <Empty>{emptyInWords(location, year, today)}</Empty>
  return (
    <ul className={styles.holidays} aria-label={`Holidays of ${year}`} aria-busy={year !== wanted}>
      {shown.map((holiday) => (
        <Row
          key={holiday.id}
          holiday={holiday}
          isPast={holiday.day < today}
          edit={() => edit(holiday)}
          remove={() => void remove(holiday)}
        />
      ))}
    </ul>
  )
}

type RowProps = { holiday: Holiday; isPast: boolean; edit: () => void; remove: () => void }

const Row = ({ holiday: { day, name, is_half }, isPast, edit, remove }: RowProps) => (
  <li className={styles.holiday} data-is-past={isPast}>
    <span className={styles.day}>
      {weekdayOf(day)} {formatDate(day)}
    </span>
    <span className={styles.words}>
      {name}
      {is_half && (
        <span className={marks.mark} data-tone="plain">
          Afternoon off
        </span>
      )}
    </span>
    <Group gap="2xs" wrap="nowrap">
      <RowButton icon={IconPencil} title="Edit" of={`${name}, ${formatDate(day)}`} onClick={edit} />
      <RowButton icon={IconTrash} title="Delete" of={`${name}, ${formatDate(day)}`} onClick={remove} />
    </Group>
  </li>
)
