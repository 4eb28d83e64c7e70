import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Hands, Held } from './types.ts'

const press = 300
/** How far a finger may stray while it presses, in pixels. */
const slack = 10
/** How near to an edge the finger scrolls what it is over, and how fast at most, in pixels and pixels a frame. */
const edge = 56
const speed = 14

/** A column's id as its element has it, `zone`, or nowhere. */
export type Spot = string | undefined

type Moves = {
  mayLift: Hands['mayLift']
  hold: (card: string, height: number, by: Held['by']) => void
  over: (place: Spot) => void
  release: (place: Spot) => void
  cancel: () => void
}

/**
 * A long press lifts a card, which then follows the finger; a shorter one scrolls or opens as ever. Browsers differ in whether
 * a finger can begin a drag of their own, so that theirs is kept out of it.
 */
export function useTouchLift(root: RefObject<HTMLElement | null>, isTouched: RefObject<boolean>, moves: Moves) {
  const mayLift = useEffectEvent((card: string) => moves.mayLift(card))
  const hold = useEffectEvent((card: string, height: number) => moves.hold(card, height, 'touch'))
  const over = useEffectEvent((place: Spot) => moves.over(place))
  const release = useEffectEvent((place: Spot) => moves.release(place))
  const cancel = useEffectEvent(() => moves.cancel())

  useEffect(() => {
    const board = root.current
    if (!board) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let start = { x: 0, y: 0 }
    let lifted: Lifted | undefined

    const end = () => {
      clearTimeout(timer)
      lifted?.end()
      lifted = undefined
      isTouched.current = false
    }
    const onStart = (event: TouchEvent) => {
      const touch = event.touches[0]
      const card = (event.target as Element).closest<HTMLElement>('[data-card]')
      if (lifted) cancel()
      end()
      isTouched.current = true
      if (!touch || !card?.dataset.card || event.touches.length > 1) return
      if ((event.target as Element).closest('button, input')) return
      const { card: id } = card.dataset
      start = { x: touch.clientX, y: touch.clientY }
      timer = setTimeout(() => {
        if (!mayLift(id)) return
        hold(id, card.offsetHeight)
        navigator.vibrate?.(10)
        lifted = lift(card, board, start, over)
      }, press)
    }
    const onMove = (event: TouchEvent) => {
      const touch = event.touches[0]
      if (!touch) return
      if (lifted) {
        if (event.cancelable) event.preventDefault()
        lifted.to({ x: touch.clientX, y: touch.clientY })
      } else if (Math.hypot(touch.clientX - start.x, touch.clientY - start.y) > slack) clearTimeout(timer)
    }
    const onEnd = (event: TouchEvent) => {
      if (lifted) {
        // Otherwise a click follows, which would open the card.
        event.preventDefault()
        release(lifted.place())
      }
      end()
    }
    const onCancel = () => {
      if (lifted) cancel()
      end()
    }
    // A long press would open the menu of a link.
    const onMenu = (event: Event) => {
      if (isTouched.current) event.preventDefault()
    }
    board.addEventListener('touchstart', onStart, { passive: true })
    board.addEventListener('touchmove', onMove, { passive: false })
    board.addEventListener('touchend', onEnd)
    board.addEventListener('touchcancel', onCancel)
    board.addEventListener('contextmenu', onMenu)
    return () => {
      end()
      board.removeEventListener('touchstart', onStart)
      board.removeEventListener('touchmove', onMove)
      board.removeEventListener('touchend', onEnd)
      board.removeEventListener('touchcancel', onCancel)
      board.removeEventListener('contextmenu', onMenu)
    }
  }, [root, isTouched])
}

type Point = { x: number; y: number }
type Lifted = ReturnType<typeof lift>

/** A picture of the card under the finger, and what the finger is over; near an edge that scrolls. */
function lift(card: HTMLElement, board: HTMLElement, start: Point, over: (place: Spot) => void) {
  const { left, top, width } = card.getBoundingClientRect()
  const picture = card.cloneNode(true) as HTMLElement
  picture.removeAttribute('data-card')
  picture.removeAttribute('tabindex')
  picture.setAttribute('aria-hidden', 'true')
  picture.inert = true
  picture.dataset.isPicture = 'true'
  Object.assign(picture.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` })
  document.body.append(picture)

  let now = start
  let hasMoved = false
  let place: Spot
  let frame = requestAnimationFrame(function step() {
    // Not before it moves: many a card is near an edge when it is lifted.
    if (hasMoved) scrollNear(now, board)
    look()
    frame = requestAnimationFrame(step)
  })

  function look() {
    const under = document.elementFromPoint(now.x, now.y)
    const column = under?.closest<HTMLElement>('[data-column]')
    const id = board.contains(column ?? null) ? column?.dataset.column : undefined
    const found = under?.closest('[data-zone]') ? 'zone' : id
    if (found === place) return
    place = found
    over(found)
  }

  return {
    to: (point: Point) => {
      now = point
      hasMoved ||= Math.hypot(point.x - start.x, point.y - start.y) > slack
      picture.style.transform = `translate(${point.x - start.x}px, ${point.y - start.y}px) rotate(1.5deg)`
    },
    place: () => {
      look()
      return place
    },
    end: () => {
      cancelAnimationFrame(frame)
      picture.remove()
    },
  }
}

function scrollNear({ x, y }: Point, board: HTMLElement) {
  const sideways = board.getBoundingClientRect()
  board.scrollLeft += pull(x, Math.max(0, sideways.left), Math.min(innerWidth, sideways.right))
  const list = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-scrolls]')
  if (list) {
    const { top, bottom } = list.getBoundingClientRect()
    list.scrollTop += pull(y, Math.max(0, top), Math.min(innerHeight, bottom))
  }
  window.scrollBy(0, pull(y, 0, innerHeight))
}

/** How far to scroll in this frame with the finger at `at` between two edges. */
function pull(at: number, from: number, to: number) {
  const near = Math.max(0, from + edge - at) - Math.max(0, at - (to - edge))
  return -Math.round((Math.max(-edge, Math.min(edge, near)) / edge) * speed)
}
