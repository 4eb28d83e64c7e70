import { draggable } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { type MouseEvent, memo, useEffect, useRef } from 'react'
import styles from './BoardCard.module.css'
import { CardMenu } from './CardMenu.tsx'
import type { BoardApi, Card } from './types.ts'

type Props = {
  card: Card
  board: string
  isHeld: boolean
  /** Undefined when cards can't be selected. */
  isSelected: boolean | undefined
  api: BoardApi
}

export const BoardCard = memo(function BoardCard({ card, board, isHeld, isSelected, api }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const id = String(card.id)

  useEffect(() => {
    const element = ref.current
    if (!element) return
    return draggable({ element, canDrag: () => api.mayDrag(id), getInitialData: () => ({ board, card: id }) })
  }, [board, id, api])

  // The browser would drag a link or an image instead of its card.
  useEffect(() => {
    for (const inner of ref.current?.querySelectorAll<HTMLElement>('a, img') ?? []) inner.draggable = false
  })

  // Ctrl or Shift with a click begins a selection. While one exists, a click or tap anywhere on a card toggles it.
  const onClick = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    if (isSelected === undefined || !(ctrlKey || metaKey || shiftKey || api.isAnySelected())) return
    if ((target as Element).closest('a, button, input, [role="menu"]')) return
    // Shift also marks the text up to the click.
    if (shiftKey) getSelection()?.removeAllRanges()
    api.select(id, shiftKey)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a card is no fieldset
    // biome-ignore lint/a11y/useKeyWithClickEvents: the board handles X
    <div
      ref={ref}
      className={styles.card}
      role="group"
      aria-roledescription="movable card"
      aria-label={isSelected ? `${card.label}, selected` : card.label}
      aria-describedby={`${board}help`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard lifts it
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
            api.select(id, (event.nativeEvent as globalThis.MouseEvent).shiftKey)
            ref.current?.focus()
          }}
        />
      )}
      {card.content}
      <CardMenu card={card} api={api} />
    </div>
  )
})
