import { Button, Skeleton } from '@mantine/core'
import { IconCircleCheck, IconCopy } from '@tabler/icons-react'
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react'
import { copy } from '../../ui/feedback/copy.tsx'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { useKeepFocus } from '../../ui/hooks/useKeepFocus.ts'
import type { StatusActions } from '../data/status.ts'
import styles from './DueGroups.module.css'
import type { Moving } from './MoveHandle.tsx'
import { moved, shifted } from './order.ts'
import { WorkHeads, WorkRow } from './WorkRow.tsx'
import table from './WorkTable.module.css'
import { type DueGroup, type DueSubtask, dueGroups, type DueGroups as Groups, standUpText } from './work.ts'

type Props = {
  groups: Groups
  actions: StatusActions
  /** Keeps an order of subtasks for today. */
  setOrder: (ids: number[]) => void
}

const names: Record<DueGroup, { title: string; about: string }> = {
  overdue: { title: 'Overdue', about: '' },
  today: { title: 'Due today', about: '' },
  week: { title: 'This week', about: 'within 7 days' },
  later: { title: 'Later', about: 'or without a date' },
  done_today: { title: 'Done today', about: '' },
  done: { title: 'Done earlier', about: '' },
}
/** Long groups are shown in parts. */
const shownAtFirst: Partial<Record<DueGroup, number>> = { later: 20, done: 5 }

/** A developer's subtasks by urgency, each once. Groups without any are left out. */
export function DueGroups({ groups, actions, setOrder }: Props) {
  const present = dueGroups.filter((group) => groups[group].length > 0)
  const isNothingDue = (['overdue', 'today', 'week'] as const).every((group) => groups[group].length === 0)
  const list = useRef<HTMLDivElement>(null)
  const ids = useMemo(
    () => new Set(Object.values(groups).flatMap((items) => items.map(({ subtask }) => String(subtask.id)))),
    [groups],
  )
  // How far from the end of its row the focus was: a row that moves to another group may lose its handle.
  const fromEnd = useRef(0)
  const { onFocus, onBlur } = useKeepFocus(list, {
    attribute: 'row',
    isThere: (id) => ids.has(id),
    neighboursOf: (row) => [row.nextElementSibling, row.previousElementSibling],
    targetIn: (row) => focusablesIn(row).at(-fromEnd.current) ?? null,
  })
  const rememberPlace = ({ target }: FocusEvent) => {
    const row = list.current?.contains(target) && target.closest('[data-row]')
    if (row) fromEnd.current = focusablesIn(row).length - focusablesIn(row).indexOf(target as HTMLElement)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for its rows, which are focusable
    <div
      ref={list}
      className={styles.groups}
      onFocus={(event) => {
        onFocus(event)
        rememberPlace(event)
      }}
      onBlur={onBlur}
    >
      {isNothingDue && (
        <p className={`dimmed ${styles.nothing}`}>
          <IconCircleCheck size={18} aria-hidden /> Nothing is due. Well done!
        </p>
      )}
      {present.map((group, at) => (
        <Group key={group} group={group} items={groups[group]} isFirst={at === 0} actions={actions} setOrder={setOrder} />
      ))}
    </div>
  )
}

const focusablesIn = (row: Element) => [...row.querySelectorAll<HTMLElement>('a, button')]

type GroupProps = Omit<Props, 'groups'> & { group: DueGroup; items: readonly DueSubtask[]; isFirst: boolean }

function Group({ group, items, isFirst, actions, setOrder }: GroupProps) {
  const [showsAll, setShowsAll] = useState(false)
  const { title, about } = names[group]
  const shown = showsAll ? items : items.slice(0, shownAtFirst[group])
  const isDone = group === 'done_today' || group === 'done'
  const count = items.filter(({ subtask }) => (subtask.status === 'done') === isDone && !subtask.isRemoved).length
  const moving = useMoving(items, setOrder)
  return (
    <section className={styles.group} data-group={group} aria-labelledby={`due-${group}`}>
      <header className={styles.head}>
        <h2 id={`due-${group}`} className={styles.title}>
          {title} <span className={styles.count}>{count}</span>
        </h2>
        {about && <span className="fine">{about}</span>}
        {group === 'done_today' && (
          <Button
            variant="subtle"
            size="compact-xs"
            ms="auto"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => void copyForStandUp(items)}
          >
            Copy for stand-up
          </Button>
        )}
      </header>
      <table className={table.table} aria-labelledby={`due-${group}`}>
        <WorkHeads isHidden={!isFirst} />
        <tbody>
          {shown.map(({ subtask, task, project }) => (
            <WorkRow
              key={subtask.id}
              subtask={subtask}
              task_id={subtask.isRemoved ? undefined : task.id}
              project_id={project.id}
              actions={actions}
              mayChange={!subtask.isRemoved}
              place={{ task, project }}
              {...((group === 'overdue' || group === 'today') && !subtask.isRemoved && { moving })}
            />
          ))}
        </tbody>
      </table>
      {shown.length < items.length && (
        <Button variant="subtle" size="compact-sm" mt="2xs" onClick={() => setShowsAll(true)}>
          Show {items.length - shown.length} more
        </Button>
      )}
    </section>
  )
}

function useMoving(items: readonly DueSubtask[], setOrder: Props['setOrder']): Moving {
  const ids = items.map(({ subtask }) => subtask.id)
  const latest = useRef(ids)
  useEffect(() => {
    latest.current = ids
  })
  return useMemo(
    () => ({
      moveBefore: (id, before) => setOrder(moved(latest.current, id, before)),
      shift: (id, by) => setOrder(shifted(latest.current, id, by)),
    }),
    [setOrder],
  )
}

async function copyForStandUp(items: readonly DueSubtask[]) {
  const isCopied = await copy(standUpText(items), { title: 'Done today', message: 'For your stand-up:' })
  if (isCopied) toast.success('Copied.', quick)
}

export const DueGroupsSkeleton = () => (
  <div className={styles.groups}>
    <Skeleton width={110} height={18} animate={false} />
    <SkeletonRows rows={10} height={44} />
  </div>
)
