import { LiftedCard, slack } from './liftedCard.ts'

/** Milliseconds. */
const longPress = 300

/** A column's id as its element has it, `zone`, or undefined outside of both. */
export type TouchTarget = string | undefined

type Moves = {
  mayLift: (card: string) => boolean
  hold: (card: string, height: number) => void
  over: (target: TouchTarget) => void
  release: (target: TouchTarget) => void
  cancel: () => void
}

/** Follows one finger on a board, from its touch to its end. */
export class TouchLift {
  readonly #board: HTMLElement
  readonly #isTouched: { current: boolean }
  readonly #moves: Moves
  #timer: ReturnType<typeof setTimeout> | undefined
  #start = { x: 0, y: 0 }
  #lifted: LiftedCard | undefined

  constructor(board: HTMLElement, isTouched: { current: boolean }, moves: Moves) {
    this.#board = board
    this.#isTouched = isTouched
    this.#moves = moves
  }

  /** Starts listening to the board. Answers how to stop. */
  listen() {
    const listeners = new AbortController()
    const { signal } = listeners
    this.#board.addEventListener('touchstart', this.#onStart, { passive: true, signal })
    this.#board.addEventListener('touchmove', this.#onMove, { passive: false, signal })
    this.#board.addEventListener('touchend', this.#onEnd, { signal })
    this.#board.addEventListener('touchcancel', this.#onCancel, { signal })
    this.#board.addEventListener('contextmenu', this.#onContextMenu, { signal })
    return () => {
      this.#end()
      listeners.abort()
    }
  }

  #onStart = (event: TouchEvent) => {
    const touch = event.touches[0]
    const element = event.target as Element
    const card = element.closest<HTMLElement>('[data-card]')
    if (this.#lifted) this.#moves.cancel()
    this.#end()
    this.#isTouched.current = true
    if (!touch || !card?.dataset.card || event.touches.length > 1 || element.closest('button, input')) return
    const { card: id } = card.dataset
    this.#start = { x: touch.clientX, y: touch.clientY }
    this.#timer = setTimeout(() => this.#lift(card, id), longPress)
  }

  #lift(card: HTMLElement, id: string) {
    if (!this.#moves.mayLift(id)) return
    this.#moves.hold(id, card.offsetHeight)
    navigator.vibrate?.(10)
    this.#lifted = new LiftedCard(card, { board: this.#board, start: this.#start, over: this.#moves.over })
  }

  #onMove = (event: TouchEvent) => {
    const touch = event.touches[0]
    if (!touch) return
    if (this.#lifted) {
      if (event.cancelable) event.preventDefault()
      this.#lifted.moveTo({ x: touch.clientX, y: touch.clientY })
    } else if (Math.hypot(touch.clientX - this.#start.x, touch.clientY - this.#start.y) > slack) clearTimeout(this.#timer)
  }

  #onEnd = (event: TouchEvent) => {
    if (this.#lifted) {
      // Prevents the click that would open the card.
      event.preventDefault()
      this.#moves.release(this.#lifted.target())
    }
    this.#end()
  }

  #onCancel = () => {
    if (this.#lifted) this.#moves.cancel()
    this.#end()
  }

  // A long press on a link opens its menu.
  #onContextMenu = (event: Event) => {
    if (this.#isTouched.current) event.preventDefault()
  }

  #end() {
    clearTimeout(this.#timer)
    this.#lifted?.remove()
    this.#lifted = undefined
    this.#isTouched.current = false
  }
}
