import { Menu } from '@mantine/core'
import { IconArrowRight, IconChevronLeft, IconDots, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import styles from './Board.module.css'
import type { Card, Column, Hands } from './types.ts'

type Props = { card: Card; hands: Hands }

/** Everything that dragging can do, and what the page adds. The menu itself is made when it is first opened. */
export function CardMenu({ card, hands }: Props) {
  const [isOpen, setOpen] = useState<boolean | undefined>(undefined)
  const button = useRef<HTMLButtonElement>(null)
  // A plain button: a board has hundreds of them.
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
      <Menu.Dropdown className={styles.menu ?? ''}>
        <Entries card={card} hands={hands} />
      </Menu.Dropdown>
    </Menu>
  )
}

function Entries({ card, hands }: Props) {
  const [isMoving, setMoving] = useState(false)
  const reason = hands.reasonFor(card)
  const zone = hands.zoneLabel()
  if (isMoving) return <Places card={card} hands={hands} back={() => setMoving(false)} />
  return (
    <>
      {hands.menuOf(card)}
      {reason && <Menu.Label>{reason}</Menu.Label>}
      <Menu.Item
        closeMenuOnClick={false}
        disabled={reason !== undefined}
        leftSection={<IconArrowRight size={16} />}
        onClick={() => setMoving(true)}
      >
        Move to…
      </Menu.Item>
      {zone && (
        <Menu.Item
          c="var(--mantine-color-error)"
          disabled={reason !== undefined}
          leftSection={<IconTrash size={16} />}
          onClick={() => hands.move(card, 'zone')}
        >
          {zone}
        </Menu.Item>
      )}
    </>
  )
}

function Places({ card, hands, back }: Props & { back: () => void }) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const isHere = ({ cards }: Column) => cards.some(({ id }) => id === card.id)
  return (
    <>
      <Menu.Item ref={first} closeMenuOnClick={false} leftSection={<IconChevronLeft size={16} />} onClick={back}>
        Back
      </Menu.Item>
      <Menu.Divider />
      {hands.columns().map((column) => (
        <Menu.Item
          key={column.id}
          disabled={isHere(column)}
          rightSection={isHere(column) ? 'here' : undefined}
          onClick={() => hands.move(card, column.id)}
        >
          {column.title}
        </Menu.Item>
      ))}
    </>
  )
}
