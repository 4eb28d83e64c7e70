import { IconCircleCheckFilled, IconCircleXFilled, IconPencil } from '@tabler/icons-react'
import type { Opening } from 'contract'
import { useToday } from '../../session/today.ts'
import marks from '../../ui/theme/badges.module.css'
import { stateInWords, stateOf } from './states.ts'

const closed = { tone: 'plain', Icon: IconCircleXFilled }
const looks = {
  draft: { tone: 'yellow', Icon: IconPencil },
  published: { tone: 'green', Icon: IconCircleCheckFilled },
  over: closed,
  closed,
}

export function StateBadge({ opening }: { opening: Opening }) {
  const today = useToday()
  const { tone, Icon } = looks[stateOf(opening, today)]
  return (
    <span className={marks.mark} data-tone={tone}>
      <Icon size={14} stroke={2.25} aria-hidden />
      {stateInWords(opening, today)}
    </span>
  )
}
