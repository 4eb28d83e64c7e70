import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { autoScrollForElements, autoScrollWindowForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { cleanup } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import { type CSSProperties, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useShortcuts } from '../hooks/shortcuts.ts'
import styles from './Board.module.css'
import { BoardColumn } from './BoardColumn.tsx'
import { BoardTray } from './BoardTray.tsx'
import { boardKeys, selectKeys } from './keys.ts'
import type { BoardProps, Place, Revealers } from './types.ts'
import { useKeepFocus } from './useKeepFocus.ts'
import { useMoves } from './useMoves.ts'
import { type Spot, useTouchLift } from './useTouchLift.ts'

const manyInColumn = 40
const manyInAll = 200
const manyColumns = 8
const columnWidth = 300

/**
 * Cards in columns, moved by pointer, by finger (after a long press), by keyboard (Space lifts, arrows move, Space drops,
 * Escape cancels) or by each card's menu. It moves nothing itself: `onMove` says what is wanted, and the next `columns` say what is.
 */
export function Board(props: BoardProps) {
  const { label, columns, height, dropZone, hint, selection, bar } = props
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const revealers = useRef<Revealers>(new Set())
  const reveal = (card: string) => {
    for (const show of revealers.current) show(card)
  }
  const isThere = (card: string) => columns.some(({ cards }) => cards.some(({ id }) => String(id) === card))
  const { keep, onFocus, onBlur } = useKeepFocus(root, { reveal, isThere })
  const isTouched = useRef(false)
  const { held, hold, over, release, cancel, hands, onKeyDown, onLeave } = useMoves(props, { root, keep, isTouched })

  const isHeld = held !== undefined
  const tellHeld = useEffectEvent(() => props.onHold?.(isHeld))
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what is told of
  useEffect(() => tellHeld(), [isHeld])

  useShortcuts(selection ? [...boardKeys, ...selectKeys] : boardKeys)

  const dropped = useEffectEvent((place: Place | undefined) => release(place))
  const placeAt = (spot: Spot) => (spot === 'zone' ? spot : columns.find((column) => String(column.id) === spot)?.id)
  useTouchLift(root, isTouched, {
    mayLift: hands.mayLift,
    hold,
    over: (spot) => over(placeAt(spot)),
    release: (spot) => release(placeAt(spot)),
    cancel,
  })

  useEffect(() => {
    const element = root.current
    if (!element) return
    const isOurs = ({ source }: { source: { data: Record<string, unknown> } }) => source.data.board === id
    const stop = combine(
      monitorForElements({
        canMonitor: isOurs,
        onDragStart: ({ source }) => hold(source.data.card as string, source.element.offsetHeight, 'pointer'),
        onDropTargetChange: ({ location }) => over(location.current.dropTargets[0]?.data.place as Place | undefined),
        onDrop: ({ location }) => dropped(location.current.dropTargets[0]?.data.place as Place | undefined),
      }),
      autoScrollForElements({ element, canScroll: isOurs, getAllowedAxis: () => 'horizontal' }),
      autoScrollWindowForElements({ canScroll: isOurs }),
    )
    return () => {
      stop()
      cleanup()
    }
  }, [id, hold, over])

  const firstColumns = Math.ceil(globalThis.innerWidth / columnWidth) + 1
  const total = columns.reduce((sum, { cards }) => sum + cards.length, 0)
  return (
    <section className={styles.frame} aria-label={label}>
      <p id={`${id}help`} hidden>
        Press Space to lift the card, the left and right arrow keys to choose a column, Space to drop it, Escape to cancel.
        {selection && ' X selects it, Shift X all up to it.'}
      </p>
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
        {columns.map((column, index) => (
          <BoardColumn
            key={column.id}
            column={column}
            board={id}
            held={held?.from === column.id ? held.card : undefined}
            room={held && held.over === column.id && held.from !== column.id ? held.height : undefined}
            selected={selection?.selected}
            isLong={columns.length > manyColumns}
            isFirst={index < firstColumns}
            isVirtual={column.cards.length > (total > manyInAll ? 12 : manyInColumn)}
            hands={hands}
            revealers={revealers.current}
          />
        ))}
      </div>
      {held && (hint ?? dropZone) && <BoardTray hint={hint} zone={dropZone?.label} board={id} isOver={held.over === 'zone'} />}
      {/* It keeps its place while it can't be seen, and so its focus and what stands in it. */}
      {bar && (
        <div className={styles.bar} data-board-bar hidden={held !== undefined}>
          {bar}
        </div>
      )}
    </section>
  )
}
