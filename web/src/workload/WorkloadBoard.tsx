import type { Project, Workload } from 'contract'
import { type KeyboardEvent, useCallback, useEffect, useId, useRef } from 'react'
import { cellId, cellOf, undated } from '../capacity/workload.ts'
import { moveBetweenCells } from '../time/sheet/grid.ts'
import { BoardTray } from '../ui/board/BoardTray.tsx'
import { useAddress } from '../ui/hooks/address.ts'
import { useShortcuts } from '../ui/hooks/shortcuts.ts'
import { useIsNarrow } from '../ui/hooks/useIsNarrow.ts'
import { CellWork } from './CellWork.tsx'
import { useWorkloadMoves } from './useWorkloadMoves.tsx'
import styles from './Workload.module.css'
import { WorkloadList } from './WorkloadList.tsx'
import { WorkloadTable } from './WorkloadTable.tsx'

type Props = { workload: Workload; projects: readonly Project[] }

/** People and weeks, with the work of one cell open. */
export function WorkloadBoard({ workload, projects }: Props) {
  const board = useId()
  const root = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow(62)
  const { open, person, column, toggle } = useOpenCell(workload)
  const { cards, held, api, onKeyDown, onFocus, onBlur } = useWorkloadMoves({ workload, projects, board, root, open })
  useShortcuts(shortcuts)
  const Shape = isNarrow ? WorkloadList : WorkloadTable
  const onKeys = (event: KeyboardEvent<HTMLElement>) => {
    onKeyDown(event)
    if (!isNarrow && !event.defaultPrevented) moveBetweenCells(event)
  }
  return (
    <section aria-label="Workload by person and week">
      <p id={`${board}help`} hidden>
        Press Space to lift the card, the arrow keys to choose a person and a week, Space to drop it, Escape to cancel.
      </p>
      <div className={styles.frame}>
        {/** biome-ignore lint/a11y/noStaticElementInteractions: it only listens for its cells and cards, which are focusable */}
        <div
          ref={root}
          className={styles.board}
          data-is-long={workload.weeks.length > fewWeeks}
          onKeyDown={onKeys}
          onFocus={onFocus}
          onBlur={onBlur}
        >
          <Shape workload={workload} board={board} open={open} over={held?.over} toggle={toggle}>
            {open !== undefined && person && (
              <CellWork
                key={open}
                {...{ person, column, cards, board, api, isNarrow }}
                held={held?.card}
                close={() => toggle(open)}
              />
            )}
          </Shape>
        </div>
      </div>
      {held && <BoardTray hint="Drop on a person’s week, or under No date." zone={undefined} board={board} isOver={false} />}
    </section>
  )
}

/** More than these need a wide window. */
const fewWeeks = 6

const cells = 'Workload'
const group = 'Cards, with the focus on one'
const shortcuts = [
  { group: cells, keys: '↑ ↓ ← →', label: 'Go to another person or week' },
  { group: cells, keys: 'Enter', label: 'Show or hide the work' },
  { group, keys: 'Space', label: 'Lift the card; drop it where it is' },
  { group, keys: '← → ↑ ↓', label: 'Lifted: choose a person and a week' },
  { group, keys: 'Esc', label: 'Lifted: put it back' },
]

/** The cell whose work is shown, as the address names it. */
function useOpenCell({ people, weeks }: Workload) {
  const [params, put] = useAddress()
  const column = params.get('week') ?? ''
  const person = people.find((one) => one.person.id === Number(params.get('person')))
  const isColumn = column === undated || weeks.some(({ from }) => from === column)
  const open = person && isColumn ? cellId(person.person.id, column) : undefined
  const latest = useRef({ open, put })
  useEffect(() => {
    latest.current = { open, put }
  })
  // It never changes, so that rows stay memoized.
  const toggle = useCallback((id: string) => {
    const cell = cellOf(id)
    const isOpen = latest.current.open === id
    latest.current.put(isOpen ? { person: '', week: '' } : { person: String(cell.person), week: cell.column })
  }, [])
  return { open, person, column, toggle }
}
