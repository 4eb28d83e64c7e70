import type { TouchTarget } from './touchLift.ts'

/** How far a finger may stray while it presses, in pixels. */
export const slack = 10
/** A finger this near to an edge scrolls what it is over, in pixels. */
const edge = 56
/** Pixels a frame. */
const maxSpeed = 14

type Point = { x: number; y: number }
type Options = { board: HTMLElement; start: Point; over: (target: TouchTarget) => void }

/** A picture of a card that follows the finger, reports what is under it, and scrolls near an edge. */
export class LiftedCard {
  readonly #picture: HTMLElement
  readonly #options: Options
  #finger: Point
  #hasMoved = false
  #target: TouchTarget
  #frame: number

  constructor(card: HTMLElement, options: Options) {
    this.#options = options
    this.#finger = options.start
    this.#picture = pictureOf(card)
    document.body.append(this.#picture)
    this.#frame = requestAnimationFrame(this.#onFrame)
  }

  moveTo(point: Point) {
    const { start } = this.#options
    this.#finger = point
    this.#hasMoved ||= Math.hypot(point.x - start.x, point.y - start.y) > slack
    this.#picture.style.transform = `translate(${point.x - start.x}px, ${point.y - start.y}px) rotate(1.5deg)`
  }

  /** The column or zone under the finger now. */
  target() {
    this.#updateTarget()
    return this.#target
  }

  remove() {
    cancelAnimationFrame(this.#frame)
    this.#picture.remove()
  }

  #onFrame = () => {
    // A card near an edge does not scroll before the finger moves.
    if (this.#hasMoved) scrollNear(this.#finger, this.#options.board)
    this.#updateTarget()
    this.#frame = requestAnimationFrame(this.#onFrame)
  }

  #updateTarget() {
    const { board, over } = this.#options
    const element = document.elementFromPoint(this.#finger.x, this.#finger.y)
    const column = element?.closest<HTMLElement>('[data-column]')
    const id = board.contains(column ?? null) ? column?.dataset.column : undefined
    const target = element?.closest('[data-zone]') ? 'zone' : id
    if (target === this.#target) return
    this.#target = target
    over(target)
  }
}

function pictureOf(card: HTMLElement) {
  const { left, top, width } = card.getBoundingClientRect()
  const picture = card.cloneNode(true) as HTMLElement
  picture.removeAttribute('data-card')
  picture.removeAttribute('tabindex')
  picture.setAttribute('aria-hidden', 'true')
  picture.inert = true
  picture.dataset.isPicture = 'true'
  Object.assign(picture.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` })
  return picture
}

function scrollNear({ x, y }: Point, board: HTMLElement) {
  const { left, right } = board.getBoundingClientRect()
  board.scrollLeft += scrollStep(x, Math.max(0, left), Math.min(innerWidth, right))
  const list = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-scrolls]')
  if (list) {
    const { top, bottom } = list.getBoundingClientRect()
    list.scrollTop += scrollStep(y, Math.max(0, top), Math.min(innerHeight, bottom))
  }
  window.scrollBy(0, scrollStep(y, 0, innerHeight))
}

/** How many pixels to scroll in this frame with the finger at `position` between two edges. */
function scrollStep(position: number, from: number, to: number) {
  const depth = Math.max(0, from + edge - position) - Math.max(0, position - (to - edge))
  return -Math.round((Math.max(-edge, Math.min(edge, depth)) / edge) * maxSpeed)
}
