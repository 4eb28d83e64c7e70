import { IconCalendarOff } from '@tabler/icons-react'
import type { DirectoryPerson } from 'contract'
import { useToday } from '../session/today.ts'
import marks from '../ui/theme/badges.module.css'
import { awayInWords } from './away.ts'

type Props = { person: Pick<DirectoryPerson, 'away_until'> }

/** Says until when somebody is away, and never why. */
export function AwayMark({ person: { away_until } }: Props) {
  const words = awayInWords(away_until, useToday())
  return (
    words && (
      <span className={marks.mark} data-tone="yellow">
        <IconCalendarOff size={14} stroke={2.25} aria-hidden />
        {words}
      </span>
    )
  )
}
