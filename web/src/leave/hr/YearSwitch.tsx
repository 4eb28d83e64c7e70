import { ActionIcon, Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { leaveYears } from 'contract'

type Props = { year: number; thisYear: number; goTo: (year: number) => void }

/** The year in an address, or else this one. */
export function yearInAddress(text: string | null, thisYear: number) {
  const year = Number(text)
  return Number.isInteger(year) && year >= leaveYears.first && year <= leaveYears.last ? year : thisYear
}

/** Goes from year to year. */
export const YearSwitch = ({ year, thisYear, goTo }: Props) => (
  <Group gap="2xs" wrap="nowrap">
    <Step icon={IconChevronLeft} title="Previous year" isAtEnd={year <= leaveYears.first} onClick={() => goTo(year - 1)} />
    <strong aria-live="polite" className="tabular">
      {year}
    </strong>
    <Step icon={IconChevronRight} title="Next year" isAtEnd={year >= leaveYears.last} onClick={() => goTo(year + 1)} />
    {year !== thisYear && (
      <Button variant="default" size="xs" ms="2xs" onClick={() => goTo(thisYear)}>
        This year
      </Button>
    )}
  </Group>
)

const limits = `There are years from ${leaveYears.first} to ${leaveYears.last}.`

type StepProps = { icon: typeof IconChevronLeft; title: string; isAtEnd: boolean; onClick: () => void }

const Step = ({ icon: Icon, title, isAtEnd, onClick }: StepProps) => (
  <ActionIcon
    variant="default"
    size={30}
    aria-label={title}
    title={isAtEnd ? limits : title}
    disabled={isAtEnd}
    onClick={onClick}
  >
    <Icon size={16} aria-hidden />
  </ActionIcon>
)
