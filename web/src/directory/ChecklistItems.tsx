import { Checkbox, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import type { ChecklistItem } from 'contract'
import { useToday } from '../session/today.ts'
import { DueDate } from '../ui/text/DueDate.tsx'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'
import styles from './ChecklistItems.module.css'
import { useItemsWithPending, useTick } from './ticks.ts'

type Props = {
  /** The id of the heading. */
  labelledBy: string
  items: readonly ChecklistItem[]
  /** The owner of an item, in words. */
  ownerOf: (item: ChecklistItem) => string
  mayTick: (item: ChecklistItem) => boolean
}

/** The items of a checklist. Those of others show who has done them, and can't be ticked. */
export function ChecklistItems({ labelledBy, items, ownerOf, mayTick }: Props) {
  const today = useToday()
  const tick = useTick()
  const shown = useItemsWithPending(items)
  return (
    <ul aria-labelledby={labelledBy}>
      {shown.map((item) => (
        <li key={item.id} className={styles.item}>
          {mayTick(item) ? (
            <Checkbox
              label={item.title}
              checked={item.done_at !== null}
              classNames={{ label: styles.title }}
              onChange={({ currentTarget }) => void tick(item, currentTarget.checked)}
            />
          ) : (
            <Others item={item} />
          )}
          <div className={`${styles.facts} fine`}>
            {item.done_at === null ? (
              <>
                {ownerOf(item)} · <DueDate date={item.due_on} today={today} />
              </>
            ) : (
              <>
                Done by {item.done_by?.full_name ?? 'somebody'}, <RelativeTime at={item.done_at} />
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Others({ item: { title, done_at } }: { item: ChecklistItem }) {
  const Icon = done_at === null ? IconCircle : IconCircleCheckFilled
  return (
    <div className={styles.others}>
      <Icon size={20} aria-hidden />
      <VisuallyHidden>{done_at === null ? 'Open: ' : 'Done: '}</VisuallyHidden>
      <span className={styles.title}>{title}</span>
    </div>
  )
}
