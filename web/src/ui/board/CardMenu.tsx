import { Menu } from '@mantine/core'
import { IconArrowRight, IconChevronLeft, IconDots, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import styles from './BoardCard.module.css'
import type { BoardApi, Card, Column } from './types.ts'

type Props = { card: Card; api: BoardApi }

/** A menu with every drag operation and the page's own entries. It is rendered once it is first opened. */
export function CardMenu({ card, api }: Props) {
  const [isOpen, setOpen] = useState<boolean | undefined>(undefined)
  const button = useRef<HTMLButtonElement>(null)
  // A plain button for speed: a board has hundreds of them.
  const trigger = (
    <button
      ref={button}
      type="button"
      className={styles.menuButton}
      aria-label={`Actions for ${card.label}`}
      aria-haspopup="menu"
      onClick={() => setOpen(true)}
    >
      <IconDots size={16} aria-hidden />
    </button>
  )
  if (isOpen === undefined) return trigger
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      returnFocus={false}
      onExitTransitionEnd={() => button.current?.focus()}
      withinPortal
      width={220}
    >
      <Menu.Target>{trigger}</Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        <Entries card={card} api={api} />
      </Menu.Dropdown>
    </Menu>
  )
}

function Entries({ card, api }: Props) {
  const [isMoving, setMoving] = useState(false)
  const reason = api.reasonFor(card)
  const zone = api.zoneLabel()
  if (isMoving) return <Targets card={card} api={api} back={() => setMoving(false)} />
  return (
    <>
      {api.menuOf(card)}
      {reason && <Menu.Label>{reason}</Menu.Label>}
      {api.columnsInMenu().length > 0 && (
        <Menu.Item
          closeMenuOnClick={false}
          disabled={reason !== undefined}
          leftSection={<IconArrowRight size={16} />}
          onClick={() => setMoving(true)}
        >
          Move to…
        </Menu.Item>
      )}
      {zone && (
        <Menu.Item
          c="var(--mantine-color-error)"
          disabled={reason !== undefined}
          leftSection={<IconTrash size={16} />}
          onClick={() => api.move(card, 'zone')}
        >
          {zone}
        </Menu.Item>
      )}
    </>
  )
}

function Targets({ card, api, back }: Props & { back: () => void }) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const isHere = ({ cards }: Column) => cards.some(({ id }) => id === card.id)
  return (
    <>
      <Menu.Item ref={first} closeMenuOnClick={false} leftSection={<IconChevronLeft size={16} />} onClick={back}>
        Back
      </Menu.Item>
      <Menu.Divider />
      {api.columnsInMenu().map((column) => (
        <Menu.Item
          key={column.id}
          disabled={isHere(column)}
          rightSection={isHere(column) ? 'here' : undefined}
          onClick={() => api.move(card, column.id)}
        >
          {column.title}
        </Menu.Item>
      ))}
    </>
  )
}
