import { ActionIcon, Button, NativeSelect, TextInput, VisuallyHidden } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ChecklistKind, type ItemOwner, itemOwners, mostItems } from 'contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MoveHandle, type Moving } from '../../tasks/mine/MoveHandle.tsx'
import { moved, shifted } from '../../tasks/mine/order.ts'
import styles from './Checklists.module.css'
import { blankItem, itemProblems, readDays, type TypedItem } from './form.ts'
import { dueInWords, ownerNames } from './words.ts'

type Props = {
  kind: ChecklistKind
  items: readonly TypedItem[]
  /** The keys of the items whose problems are shown. */
  judged: readonly number[]
  set: (items: readonly TypedItem[]) => void
}

/** The items of a template, to edit, move, add and remove. */
export function ItemList({ kind, items, judged, set }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const [news, setNews] = useState('')
  const moving = useMoving({ items, set, tell: setNews })
  const focus = (key: number | undefined) => list.current?.querySelector<HTMLElement>(`[data-row="${key}"] input`)?.focus()
  const change = (key: number, part: Partial<TypedItem>) =>
    set(items.map((item) => (item.key === key ? { ...item, ...part } : item)))
  const add = () => {
    const item = blankItem()
    flushSync(() => set([...items, item]))
    focus(item.key)
  }
  const remove = (index: number) => {
    const next = items[index + 1] ?? items[index - 1]
    flushSync(() => set(items.filter((_, at) => at !== index)))
    setNews('Item removed.')
    if (next) focus(next.key)
    else document.getElementById('add-item')?.focus()
  }
  return (
    <div>
      <ol ref={list} className={styles.items} aria-label="Items">
        {items.map((item, index) => (
          <Item
            key={item.key}
            {...{ item, index, kind, moving }}
            isJudged={judged.includes(item.key)}
            change={(part) => change(item.key, part)}
            remove={() => remove(index)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      {items.length < mostItems && (
        <Button id="add-item" variant="subtle" size="compact-sm" mt="xs" onClick={add}>
          + Add Item
        </Button>
      )}
    </div>
  )
}

type MovingProps = Pick<Props, 'items' | 'set'> & { tell: (news: string) => void }

function useMoving(props: MovingProps): Moving {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  return useMemo(() => {
    const reorder = (order: (keys: readonly number[]) => number[], key: number) => {
      const { items, set, tell } = latest.current
      const keys = order(items.map((item) => item.key))
      const focused = document.activeElement
      flushSync(() => set(keys.flatMap((each) => items.find((item) => item.key === each) ?? [])))
      // A row that moves down in the document loses the focus.
      if (focused instanceof HTMLElement) focused.focus()
      tell(`Moved to place ${keys.indexOf(key) + 1} of ${keys.length}.`)
    }
    return {
      moveBefore: (key, before) => reorder((keys) => moved(keys, key, before), key),
      shift: (key, by) => reorder((keys) => shifted(keys, key, by), key),
    }
  }, [])
}

const owners = itemOwners.map((owner) => ({ value: owner, label: ownerNames[owner] }))

type ItemProps = {
  item: TypedItem
  index: number
  kind: ChecklistKind
  moving: Moving
  isJudged: boolean
  change: (part: Partial<TypedItem>) => void
  remove: () => void
}

function Item({ item, index, kind, moving, isJudged, change, remove }: ItemProps) {
  const number = index + 1
  const problems = isJudged ? itemProblems(item) : undefined
  const days = readDays(item.days)
  return (
    <li className={styles.item} data-row={item.key}>
      <MoveHandle of={item.title || `item ${number}`} id={item.key} moving={moving} />
      <TextInput
        className={styles.title}
        aria-label={`Title of item ${number}`}
        placeholder="What is to be done"
        autoComplete="off"
        maxLength={200}
        value={item.title}
        error={problems?.title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <NativeSelect
        aria-label={`Owner of item ${number}`}
        data={owners}
        value={item.owner}
        onChange={({ currentTarget }) => change({ owner: currentTarget.value as ItemOwner })}
      />
      {/* A plain field: number fields of phones have no minus sign. */}
      <TextInput
        className={styles.days}
        aria-label={`Days of item ${number}`}
        description={days === undefined ? undefined : dueInWords(days, kind)}
        inputWrapperOrder={['input', 'description', 'error']}
        autoComplete="off"
        maxLength={4}
        value={item.days}
        error={problems?.days}
        onChange={({ currentTarget }) => change({ days: currentTarget.value })}
      />
      <ActionIcon
        className={styles.remove}
        variant="subtle"
        color="gray"
        c="dimmed"
        size={36}
        aria-label={`Remove item ${number}`}
        title="Remove"
        onClick={remove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}
