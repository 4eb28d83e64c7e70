import { Anchor, Checkbox, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, type OwnItem } from 'contract'
import { useLayoutEffect, useState } from 'react'
import { Link } from 'react-router'
import { readOf, useChange, usePending } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { offerUndo } from '../../ui/feedback/undo.tsx'
import { ShowAll } from '../../ui/list/ShowAll.tsx'
import { Count } from '../../ui/text/Count.tsx'
import { DueDate } from '../../ui/text/DueDate.tsx'
import styles from './OwnItems.module.css'

/** Events tell when there are others. */
const staleTime = Number.POSITIVE_INFINITY

/** The others are behind a button: what the dashboard is for stays near. */
const shownAtFirst = 5

/** The person's own open items of checklists, or nothing for none. `onCount` receives how many there are. */
export function OwnItems({ onCount }: { onCount: (count: number) => void }) {
  const { data = none, isSuccess, isError } = useQuery({ ...readOf(api.checklists.mine, {}), staleTime })
  const done = usePending(api.checklists.setItem).flatMap(({ params, body }) => (body.is_done ? Number(params.item_id) : []))
  const [showsAll, setShowsAll] = useState(false)
  const items = data.filter(({ id }) => !done.includes(id))
  const count = items.length
  useLayoutEffect(() => {
    if (isSuccess || isError) onCount(count)
  }, [isSuccess, isError, count, onCount])
  if (count === 0) return null
  return (
    <section aria-labelledby="own-items">
      <Title order={2} id="own-items" tabIndex={-1} mb="xs">
        Checklists <Count>{count}</Count>
      </Title>
      <ul className="card" aria-labelledby="own-items">
        {(showsAll ? items : items.slice(0, shownAtFirst)).map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      <ShowAll count={count} atFirst={shownAtFirst} showsAll={showsAll} toggle={() => setShowsAll((before) => !before)} />
    </section>
  )
}

const none: readonly OwnItem[] = []

function Item({ item }: { item: OwnItem }) {
  const { id, title, due_on, checklist, person } = item
  const { id: me } = useMe()
  const today = useToday()
  const tick = useTick()
  const isAboutMe = person.id === me
  return (
    <li className={styles.item}>
      <Checkbox className={styles.box} label={title} checked={false} onChange={() => void tick(item)} id={`own-item-${id}`} />
      <span className={styles.about}>
        {checklist} for{' '}
        <Anchor component={Link} inherit underline="always" to={`/people/${person.id}`}>
          {isAboutMe ? 'you' : person.full_name}
        </Anchor>
      </span>
      <DueDate date={due_on} today={today} />
    </li>
  )
}

const reads = { touches: [api.checklists.mine, api.directory.get] }

/** A function that does an item, and offers to take that back. */
function useTick() {
  const { mutateAsync } = useChange(api.checklists.setItem, reads)
  const set = (id: number, is_done: boolean) => mutateAsync({ params: { item_id: String(id) }, body: { is_done } })
  return async ({ id, title }: OwnItem) => {
    try {
      const ticked = set(id, true)
      focusNearby(id)
      await ticked
    } catch (error) {
      return toast.error(messageOf(error, 'The item could not be changed.'))
    }
    offerUndo({
      message: `"${title}" is done.`,
      undo: () => set(id, false),
      undone: 'The item is open again.',
      failed: 'The item could not be changed.',
    })
  }
}

/** Moves the focus to the next item, or the one before, since this one disappears at once. */
function focusNearby(id: number) {
  const boxes = [...document.querySelectorAll<HTMLElement>('[aria-labelledby="own-items"] input')]
  const at = boxes.findIndex((box) => box.id === `own-item-${id}`)
  const place = boxes[at + 1] ?? boxes[at - 1] ?? document.getElementById('content')
  place?.focus({ preventScroll: true })
}
