import type { ReactNode } from 'react'

export type BoardId = string | number

export type Card = {
  id: BoardId
  /** What it is called when it is announced. */
  label: string
  content: ReactNode
  /** Why this one can't be moved. */
  disabledReason?: string | undefined
}

export type Column = {
  id: BoardId
  title: string
  /** Before the title. */
  icon?: ReactNode
  /** Under the title. */
  header?: ReactNode
  cards: readonly Card[]
  /** In place of cards. */
  empty?: ReactNode
  /** Under the cards; it stays in view while they scroll. */
  footer?: ReactNode
}

/** Which cards are chosen to be treated together, and how to choose others. */
type Selection = { selected: ReadonlySet<BoardId>; onSelect: (cards: ReadonlySet<BoardId>) => void }

export type BoardProps = {
  label: string
  columns: readonly Column[]
  /** Of every column, as a CSS length; absent: as its cards need, up to the window's. */
  height?: string
  /** A card of the selection is moved for all of them, and then also to where it is already. */
  onMove: (card: BoardId, from: BoardId, to: BoardId) => void
  /** A place beside the columns, shown while a card is held; `menuLabel` is its entry in a card's menu. */
  dropZone?: { label: string; menuLabel: string; onDrop: (card: BoardId) => void } | undefined
  /** Shown while a card is held. */
  hint?: ReactNode
  /** Why nothing can be moved. */
  disabledReason?: string | undefined
  /** Told the reason when somebody tries nevertheless. */
  onBlocked?: (reason: string) => void
  /** More entries (`Menu.Item`) for a card's menu. */
  cardMenu?: (card: Card) => ReactNode
  /** Told whether a card is held. */
  onHold?: (isHeld: boolean) => void
  /** Absent: cards can't be selected. */
  selection?: Selection | undefined
  /** What shows at the foot of the page while no card is held. */
  bar?: ReactNode
}

/** Where a held card may be let go. */
export type Place = BoardId | 'zone'

export type Held = { card: string; from: BoardId; over: Place | undefined; height: number; by: 'pointer' | 'keyboard' | 'touch' }

/** What a card needs of its board; always the same object. */
export type Hands = {
  /** Whether this card may be lifted; tells the person if not. */
  mayLift: (card: string) => boolean
  /** Whether the browser may begin to drag it, which a finger's press leaves to `useTouchLift`. */
  mayDrag: (card: string) => boolean
  reasonFor: (card: Card) => string | undefined
  move: (card: Card, place: Place) => void
  /** Selects a card or takes it out; with `isRange` selects all from the last one chosen in its column. */
  select: (card: string, isRange: boolean) => void
  isAnySelected: () => boolean
  columns: () => readonly Column[]
  zoneLabel: () => string | undefined
  menuOf: (card: Card) => ReactNode
}

/** Each scrolls to a card, if it is in its column. */
export type Revealers = Set<(card: string) => void>
