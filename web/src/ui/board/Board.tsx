import { type CSSProperties, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useShortcuts } from '../hooks/shortcuts.ts'
import { useKeepFocus } from '../hooks/useKeepFocus.ts'
import styles from './Board.module.css'
import { BoardTray } from './BoardTray.tsx'
import { Columns } from './Columns.tsx'
import { keysOf } from './keys.ts'
import { neighbourOf } from './neighbours.ts'
import type { BoardProps, CardRevealers } from './types.ts'
import { useCardMoves } from './useCardMoves.ts'
import { useCollapsed } from './useCollapsed.ts'

/**
 * Cards in columns, moved by pointer, by finger (after a long press), by keyboard (Space lifts, arrows move, Space drops,
 * Escape cancels) or by each card's menu. It moves nothing itself: `onMove` reports what is wanted, and the next `columns`
 * contain the result.
 */
export function Board(props: BoardProps) {
  const { label, columns, height, perRow, dropZone, hint, selection, bar } = props
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const revealers = useRef<CardRevealers>(new Set())
  const reveal = (card: string) => {
    for (const show of revealers.current) show(card)
  }
  const collapsing = useCollapsed(props.collapsedKey)
  const isThere = (card: string) =>
    columns.some(({ id: column, cards }) => !collapsing?.isCollapsed(column) && cards.some((c) => String(c.id) === card))
  const { keep, onFocus, onBlur } = useKeepFocus(root, { attribute: 'card', isThere, neighboursOf, reveal })
  const { held, api, onKeyDown, onLeave } = useCardMoves(props, { board: id, root, keep })
  useHoldReport(held !== undefined, props.onHold)
  const kind = { isGrid: perRow !== undefined, isSelectable: selection !== undefined }
  useShortcuts(keysOf(kind))

  return (
    <section className={styles.frame} aria-label={label}>
      <Help id={`${id}help`} {...kind} />
      <div className={perRow ? styles.grid : undefined}>
        {/** biome-ignore lint/a11y/noStaticElementInteractions: it only listens for its cards, which are focusable */}
        <div
          ref={root}
          className={styles.board}
          data-is-held={held !== undefined}
          data-is-selecting={selection !== undefined && selection.selected.size > 0}
          data-is-even={height !== undefined}
          data-has-bar={Boolean(bar)}
          data-per-row={perRow}
          style={measuresOf(props)}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={(event) => {
            onLeave(event)
            onBlur(event)
          }}
        >
          <Columns {...props} board={id} held={held} collapsing={collapsing} api={api} revealers={revealers.current} />
        </div>
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

const Help = ({ id, isGrid, isSelectable }: { id: string; isGrid: boolean; isSelectable: boolean }) => (
  <p id={id} hidden>
    Press Space to lift the card,{' '}
    {isGrid ? 'the arrow keys to choose a cell' : 'the left and right arrow keys to choose a column'}, Space to drop it, Escape to
    cancel.
    {isSelectable && ' X selects it, Shift X all up to it.'}
  </p>
)

/** The measures of the board for its styles. */
const measuresOf = ({ columns, height, perRow }: BoardProps) => {
  const rows = perRow && Math.ceil(columns.filter(({ isAside }) => !isAside).length / perRow)
  return { ...(height && { '--board-height': height }), ...(perRow && { '--per-row': perRow, '--rows': rows }) } as CSSProperties
}
