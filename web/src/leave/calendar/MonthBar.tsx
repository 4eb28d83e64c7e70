import { Button, Group, Title } from '@mantine/core'
import { IconCalendarShare } from '@tabler/icons-react'
import { useToday } from '../../session/today.ts'
import { useAddress } from '../../ui/hooks/address.ts'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { Later, later } from '../../ui/Later.tsx'
import { StepButtons } from '../../ui/list/StepButtons.tsx'
import { monthBeside, monthIn, monthName } from './month.ts'

const feedDialog = later(() => import('./FeedDialog.tsx').then(({ FeedDialog }) => FeedDialog))

/** The month, the way to others, and the address for calendar programs. */
export function MonthBar() {
  const today = useToday()
  const [params, put] = useAddress()
  const thisMonth = today.slice(0, 7)
  const month = monthIn(params.get('month'), today)
  const goTo = (next: string) => put({ month: next === thisMonth ? '' : next })
  const { dialog, open, close } = useDialog<object>()
  const [before, after] = [monthBeside(month, -1), monthBeside(month, 1)]
  return (
    <Group gap="xs" mb="sm">
      <StepButtons unit="month" back={before ? () => goTo(before) : undefined} forth={after ? () => goTo(after) : undefined} />
      <Title order={2} id="month" aria-live="polite">
        {monthName(month)}
      </Title>
      {month !== thisMonth && (
        <Button variant="default" size="xs" onClick={() => goTo(thisMonth)}>
          Today
        </Button>
      )}
      <Button
        variant="default"
        size="xs"
        ms="auto"
        leftSection={<IconCalendarShare size={16} aria-hidden />}
        onClick={() => open({})}
      >
        Subscribe
      </Button>
      <Later of={feedDialog} shown={dialog && { close }} />
    </Group>
  )
}
