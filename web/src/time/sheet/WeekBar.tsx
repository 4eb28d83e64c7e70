import { ActionIcon, Button, Group, Title } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { addDays } from 'contract'
import type { ReactNode } from 'react'
import { useToday } from '../../session/today.ts'
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
      <Group gap="2xs" wrap="nowrap">
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Previous week"
          title="Previous week"
          onClick={() => goTo(addDays(week, -7))}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size={30} aria-label="Next week" title="Next week" onClick={() => goTo(addDays(week, 7))}>
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </Group>
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
