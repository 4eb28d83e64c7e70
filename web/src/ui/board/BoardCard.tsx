import { draggable } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { type MouseEvent, memo, useEffect, useRef } from 'react'
import styles from './Board.module.css'
import { CardMenu } from './CardMenu.tsx'
import type { Card, Hands } from './types.ts'

type Props = {
  card: Card
  board: string
  isHeld: boolean
  /** Absent: it can't be selected. */
  isSelected: boolean | undefined
  hands: Hands
}

export const BoardCard = memo(function BoardCard({ card, board, isHeld, isSelected, hands }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const id = String(card.id)

  useEffect(() => {
    const element = ref.current
    if (!element) return
    return draggable({ element, canDrag: () => hands.mayDrag(id), getInitialData: () => ({ board, card: id }) })
  }, [board, id, hands])

  // A link or picture would be dragged in place of its card.
  useEffect(() => {
    for (const inner of ref.current?.querySelectorAll<HTMLElement>('a, img') ?? []) inner.draggable = false
  })

  // Once some are selected, a click anywhere on a card chooses it, as does a tap.
  const onClick = (event: MouseEvent) => {
    if (isSelected === undefined || !hands.isAnySelected()) return
    if ((event.target as Element).closest('a, button, input, [role="menu"]')) return
    hands.select(id, event.shiftKey)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a card is no fieldset
    // biome-ignore lint/a11y/useKeyWithClickEvents: X does so, on the board
    <div
      ref={ref}
      className={styles.card}
      role="group"
      aria-roledescription="movable card"
      aria-label={isSelected ? `${card.label}, selected` : card.label}
      aria-describedby={`${board}help`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is lifted from the keyboard
      tabIndex={0}
      data-card={id}
      data-is-held={isHeld}
      data-is-selected={isSelected}
      onClick={onClick}
    >
      {isSelected !== undefined && (
        <input
          type="checkbox"
          className={styles.check}
          aria-label={`Select ${card.label}`}
          title="Select (X)"
          tabIndex={-1}
          checked={isSelected}
          onChange={(event) => {
            hands.select(id, (event.nativeEvent as globalThis.MouseEvent).shiftKey)
            ref.current?.focus()
          }}
        />
      )}
      {card.content}
      <CardMenu card={card} hands={hands} />
    </div>
  )
})
