import { Button, Group } from '@mantine/core'
import { leaveYears } from 'contract'
import { StepButtons } from '../../ui/list/StepButtons.tsx'

type Props = { year: number; thisYear: number; goTo: (year: number) => void }

/** The year in an address, or else this one. */
export function yearInAddress(text: string | null, thisYear: number) {
  const year = Number(text)
  return Number.isInteger(year) && year >= leaveYears.first && year <= leaveYears.last ? year : thisYear
}

const limits = `There are years from ${leaveYears.first} to ${leaveYears.last}.`

/** Goes from year to year. */
export const YearSwitch = ({ year, thisYear, goTo }: Props) => (
  <Group gap="2xs" wrap="nowrap">
    <StepButtons
      unit="year"
      back={year > leaveYears.first ? () => goTo(year - 1) : undefined}
      forth={year < leaveYears.last ? () => goTo(year + 1) : undefined}
      limits={limits}
    >
      <strong aria-live="polite" className="tabular">
        {year}
      </strong>
    </StepButtons>
    {year !== thisYear && (
      <Button variant="default" size="xs" ms="2xs" onClick={() => goTo(thisYear)}>
        This year
      </Button>
    )}
  </Group>
)
