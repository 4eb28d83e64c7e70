import { type FocusEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { neighbourOf } from './neighbours.ts'

const pause = 50
const patience = 1000

type Cards = {
  reveal: (card: string) => void
  /** Whether the board still has it, drawn or not. */
  isThere: (card: string) => boolean
}

/**
 * Gives a card its focus back after it was drawn again somewhere else, if need be once a dialog has closed or a long column
 * has scrolled to it: `reveal` asks for that. Where the card is gone, the one that was beside it gets the focus.
 */
export function useKeepFocus(root: RefObject<HTMLElement | null>, { reveal, isThere }: Cards) {
  const kept = useRef<string | undefined>(undefined)
  const beside = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useLayoutEffect(() => {
    const restore = (until: number) => {
      clearTimeout(timer.current)
      if (kept.current !== undefined && !isThere(kept.current)) kept.current = beside.current.find(isThere)
      const card = kept.current
      if (card === undefined || root.current?.contains(document.activeElement)) return
      if (document.activeElement === document.body) {
        const element = root.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(card)}"]`)
        if (element) return element.focus()
        reveal(card)
      }
      if (Date.now() < until) timer.current = setTimeout(() => restore(until), pause)
    }
    restore(Date.now() + patience)
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  return {
    /** From now on this card is the one with the focus. */
    keep: useCallback((card: string) => {
      kept.current = card
    }, []),
    onFocus: ({ target }: FocusEvent) => {
      // Focus in a card's menu arrives here too, from elsewhere in the document.
      if (!root.current?.contains(target)) return
      const card = target.closest<HTMLElement>('[data-card]')
      kept.current = card?.dataset.card
      beside.current = card ? ['ArrowDown', 'ArrowUp'].flatMap((key) => neighbourOf(card, key)?.dataset.card ?? []) : []
    },
    onBlur: ({ target }: FocusEvent) => {
      // A card that is taken away keeps its claim; one that is left does not.
      setTimeout(() => {
        const isLeft = target.isConnected && !root.current?.contains(document.activeElement)
        if (isLeft && !document.activeElement?.closest('[role="menu"], [role="dialog"], [data-board-bar]'))
          kept.current = undefined
      })
    },
  }
}
