import { Button, Group, Title } from '@mantine/core'
import { addDays } from 'contract'
import type { ReactNode } from 'react'
import { useToday } from '../../session/today.ts'
import { StepButtons } from '../../ui/list/StepButtons.tsx'
import { mondayOf, weekInWords } from '../week.ts'

type Props = {
  week: string
  goTo: (week: string) => void
  /** Shown at the end of the line. */
  children?: ReactNode
}

/** The week's name and the way to others. */
export function WeekBar({ week, goTo, children }: Props) {
  const today = useToday()
  const thisWeek = mondayOf(today)
  return (
    <Group gap="xs" mb="sm">
      <StepButtons unit="week" back={() => goTo(addDays(week, -7))} forth={() => goTo(addDays(week, 7))} />
      <Title order={2} aria-live="polite">
        Week of {weekInWords(week, today)}
      </Title>
      {week !== thisWeek && (
        <Button variant="default" size="xs" onClick={() => goTo(thisWeek)}>
          This week
        </Button>
      )}
      <Group gap="xs" ms="auto">
        {children}
      </Group>
    </Group>
  )
}
