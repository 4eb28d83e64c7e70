import type { ReactNode } from 'react'

export type BoardId = string | number

export type Card = {
  id: BoardId
  /** The card's name in announcements. */
  label: string
  content: ReactNode
  /** Why this card can't be moved. */
  disabledReason?: string | undefined
}

export type Column = {
  id: BoardId
  title: string
  /** Shown in place of the title, which still names the column. */
  heading?: ReactNode
  /** Shown before the title. */
  icon?: ReactNode
  /** Shown under the title. */
  header?: ReactNode
  cards: readonly Card[]
  /** Shown when there are no cards. */
  empty?: ReactNode
  /** Shown under the cards, and in view while they scroll. */
  footer?: ReactNode
  /** In a grid: beside or below the cells. Comes after them. */
  isAside?: boolean
}

type Selection = { selected: ReadonlySet<BoardId>; onSelect: (cards: ReadonlySet<BoardId>) => void }

export type BoardProps = {
  label: string
  columns: readonly Column[]
  /** The height of the board, a CSS length; absent: each column is as high as its cards, limited by the window. */
  height?: string | undefined
  /** The columns are the cells of a grid with this many in a row; absent: they are side by side. */
  perRow?: number | undefined
  /** The key under which this browser remembers which columns are collapsed; absent: they don't collapse. */
  collapsedKey?: string | undefined
  /** A selected card is moved on behalf of the whole selection, even to the column that it is in. */
  onMove: (card: BoardId, from: BoardId, to: BoardId) => void
  /** A drop target beside the columns while a card is held; `menuLabel` is its entry in a card's menu. */
  dropZone?: { label: string; menuLabel: string; onDrop: (card: BoardId) => void } | undefined
  /** Shown at the foot of the page while a card is held. */
  hint?: ReactNode
  /** Why no card can be moved. */
  disabledReason?: string | undefined
  /** Called with the reason when the person tries to move a card that can't be moved. */
  onBlocked?: (reason: string) => void
  /** Further entries (`Menu.Item`) of a card's menu. */
  cardMenu?: (card: Card) => ReactNode
  /** Called when a card is lifted or dropped. */
  onHold?: (isHeld: boolean) => void
  /** Absent: cards can't be selected. */
  selection?: Selection | undefined
  /** Shown at the foot of the page while no card is held. */
  bar?: ReactNode
}

/** A target on which a card can be dropped. */
export type DropTarget = BoardId | 'zone'

export type Held = {
  card: string
  from: BoardId
  over: DropTarget | undefined
  height: number
  by: 'pointer' | 'keyboard' | 'touch'
}

/** The board's functions for its cards. */
export type BoardApi = {
  /** Whether this card may be lifted. If not, reports the reason to `onBlocked`. */
  mayLift: (card: string) => boolean
  /** Whether the browser may start a native drag; `useTouchLift` handles touch instead. */
  mayDrag: (card: string) => boolean
  reasonFor: (card: Card) => string | undefined
  move: (card: Card, place: DropTarget) => void
  /** Toggles a card; with `isRange` selects everything from the card chosen last in its column. */
  select: (card: string, isRange: boolean) => void
  isAnySelected: () => boolean
  /** The columns that a card's menu offers. The cells of a grid are too many for it. */
  columnsInMenu: () => readonly Column[]
  zoneLabel: () => string | undefined
  menuOf: (card: Card) => ReactNode
}

/** One function per virtual column: it scrolls to a card that is in the column. */
export type CardRevealers = Set<(card: string) => void>
