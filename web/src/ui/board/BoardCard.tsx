import { draggable } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { memo, useEffect, useRef } from 'react'
import styles from './Board.module.css'
import { CardMenu } from './CardMenu.tsx'
import type { Card, Hands } from './types.ts'

type Props = { card: Card; board: string; isHeld: boolean; hands: Hands }

export const BoardCard = memo(function BoardCard({ card, board, isHeld, hands }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const id = String(card.id)

  useEffect(() => {
    const element = ref.current
    if (!element) return
    return draggable({ element, canDrag: () => hands.mayLift(id), getInitialData: () => ({ board, card: id }) })
  }, [board, id, hands])

  // A link or picture would be dragged in place of its card.
  useEffect(() => {
    for (const inner of ref.current?.querySelectorAll<HTMLElement>('a, img') ?? []) inner.draggable = false
  })

  return (
    // biome-ignore lint/a11y/useSemanticElements: a card is no fieldset
    <div
      ref={ref}
      className={styles.card}
      role="group"
      aria-roledescription="movable card"
      aria-label={card.label}
      aria-describedby={`${board}help`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is lifted from the keyboard
      tabIndex={0}
      data-card={id}
      data-is-held={isHeld}
    >
      {card.content}
      <CardMenu card={card} hands={hands} />
    </div>
  )
})
