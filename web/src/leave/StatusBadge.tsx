import { IconBan, IconCircleCheckFilled, IconCircleXFilled, IconHourglass } from '@tabler/icons-react'
import type { LeaveStatus } from 'contract'
import marks from '../ui/theme/badges.module.css'
import { statusNames } from './words.ts'

const looks = {
  pending: { tone: 'yellow', Icon: IconHourglass },
  approved: { tone: 'green', Icon: IconCircleCheckFilled },
  declined: { tone: 'red', Icon: IconCircleXFilled },
  cancelled: { tone: 'plain', Icon: IconBan },
} as const

export function StatusBadge({ status }: { status: LeaveStatus }) {
  const { tone, Icon } = looks[status]
  return (
    <span className={marks.mark} data-tone={tone}>
      <Icon size={14} stroke={2.25} aria-hidden />
      {statusNames[status]}
    </span>
  )
}
