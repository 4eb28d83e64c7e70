import { type CSSProperties, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useShortcuts } from '../hooks/shortcuts.ts'
import { useKeepFocus } from '../hooks/useKeepFocus.ts'
import styles from './Board.module.css'
import { BoardColumn } from './BoardColumn.tsx'
import { BoardTray } from './BoardTray.tsx'
import { boardKeys, selectKeys } from './keys.ts'
import { neighbourOf } from './neighbours.ts'
import type { TouchTarget } from './touchLift.ts'
import type { BoardApi, BoardProps, CardRevealers, Held } from './types.ts'
import { useDragMonitor } from './useDragMonitor.ts'
import { useMoves } from './useMoves.ts'
import { useTouchLift } from './useTouchLift.ts'

/**
 * Cards in columns, moved by pointer, by finger (after a long press), by keyboard (Space lifts, arrows move, Space drops,
 * Escape cancels) or by each card's menu. It moves nothing itself: `onMove` reports what is wanted, and the next `columns`
 * contain the result.
 */
export function Board(props: BoardProps) {
  const { label, columns, height, dropZone, hint, selection, bar } = props
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const revealers = useRef<CardRevealers>(new Set())
  const reveal = (card: string) => {
    for (const show of revealers.current) show(card)
  }
  const isThere = (card: string) => columns.some(({ cards }) => cards.some((candidate) => String(candidate.id) === card))
  const { keep, onFocus, onBlur } = useKeepFocus(root, { attribute: 'card', isThere, neighboursOf, reveal })
  const isTouched = useRef(false)
  const { held, hold, over, release, cancel, api, onKeyDown, onLeave } = useMoves(props, { root, keep, isTouched })
  useHoldReport(held !== undefined, props.onHold)
  useShortcuts(selection ? [...boardKeys, ...selectKeys] : boardKeys)
  useDragMonitor(root, { board: id, hold, over, release })
  const targetAt = (touched: TouchTarget) =>
    touched === 'zone' ? touched : columns.find((column) => String(column.id) === touched)?.id
  useTouchLift(root, isTouched, {
    mayLift: api.mayLift,
    hold,
    over: (touched) => over(targetAt(touched)),
    release: (touched) => release(targetAt(touched)),
    cancel,
  })

  return (
    <section className={styles.frame} aria-label={label}>
      <Help id={`${id}help`} isSelectable={selection !== undefined} />
      {/** biome-ignore lint/a11y/noStaticElementInteractions: it only listens for its cards, which are focusable */}
      <div
        ref={root}
        className={styles.board}
        data-is-held={held !== undefined}
        data-is-selecting={selection !== undefined && selection.selected.size > 0}
        data-is-even={height !== undefined}
        style={height === undefined ? undefined : ({ '--board-height': height } as CSSProperties)}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={(event) => {
          onLeave(event)
          onBlur(event)
        }}
      >
        <Columns {...props} board={id} held={held} api={api} revealers={revealers.current} />
      </div>
      {held && (hint ?? dropZone) && <BoardTray hint={hint} zone={dropZone?.label} board={id} isOver={held.over === 'zone'} />}
      {/* Hidden rather than removed, so that it keeps its focus and its inputs. */}
      {bar && (
        <div className={styles.bar} data-board-bar hidden={held !== undefined}>
          {bar}
        </div>
      )}
    </section>
  )
}

const neighboursOf = (card: HTMLElement) => ['ArrowDown', 'ArrowUp'].map((key) => neighbourOf(card, key))

/** Calls `onHold` whenever a card is lifted or dropped. */
function useHoldReport(isHeld: boolean, onHold: BoardProps['onHold']) {
  const report = useEffectEvent(() => onHold?.(isHeld))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `report` reads it
  useEffect(() => report(), [isHeld])
}

const Help = ({ id, isSelectable }: { id: string; isSelectable: boolean }) => (
  <p id={id} hidden>
    Press Space to lift the card, the left and right arrow keys to choose a column, Space to drop it, Escape to cancel.
    {isSelectable && ' X selects it, Shift X all up to it.'}
  </p>
)

const manyInColumn = 40
const manyInAll = 200
const manyColumns = 8
const columnWidth = 300

type ColumnsProps = Pick<BoardProps, 'columns' | 'selection'> & {
  board: string
  held: Held | undefined
  api: BoardApi
  revealers: CardRevealers
}

function Columns({ columns, selection, board, held, api, revealers }: ColumnsProps) {
  const firstColumns = Math.ceil(globalThis.innerWidth / columnWidth) + 1
  const total = columns.reduce((sum, { cards }) => sum + cards.length, 0)
  return columns.map((column, index) => (
    <BoardColumn
      key={column.id}
      column={column}
      board={board}
      held={held?.from === column.id ? held.card : undefined}
      room={held && held.over === column.id && held.from !== column.id ? held.height : undefined}
      selected={selection?.selected}
      isLong={columns.length > manyColumns}
      isFirst={index < firstColumns}
      isVirtual={column.cards.length > (total > manyInAll ? 12 : manyInColumn)}
      api={api}
      revealers={revealers}
    />
  ))
}
