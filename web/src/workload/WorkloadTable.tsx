import type { Workload } from 'contract'
import { memo, type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { cellId, cellOf, undated, type WorkloadPerson } from '../capacity/workload.ts'
import { spanInWords, weekName } from '../capacity/workloadWords.ts'
import type { DropTarget } from '../ui/board/types.ts'
import { useDropTarget } from '../ui/board/useDropTarget.ts'
import { Initials } from '../ui/text/Initials.tsx'
import styles from './Workload.module.css'
import { WorkloadCell } from './WorkloadCell.tsx'

export type WorkloadShape = {
  workload: Workload
  /** The board's id. */
  board: string
  /** The cell whose work is shown. */
  open: string | undefined
  /** The cell over which a card is held. */
  over: DropTarget | undefined
  toggle: (cell: string) => void
  /** The work of the open cell. */
  children: ReactNode
}

/** A row for each person, a column for each week. The work of the open cell is below its row. */
export function WorkloadTable({ workload: { people, weeks }, board, open, over, toggle, children }: WorkloadShape) {
  const columns = [...weeks.map(({ from }) => from), undated]
  const [stop, setStop] = useState<string | undefined>(open)
  const known = people.some(({ person }) => person.id === cellOf(stop ?? '').person) ? cellOf(stop ?? '') : undefined
  const first = { person: people[0]?.person.id, column: columns[0] }
  const tabStop = known && columns.includes(known.column) ? known : first
  return (
    <table
      className={styles.table}
      aria-label="Workload"
      onFocus={({ target }) => {
        const cell = target.closest('[data-cell]')?.parentElement?.dataset.column
        if (cell) setStop(cell)
      }}
    >
      <thead>
        <tr>
          <th scope="col">Person</th>
          {weeks.map((week, index) => (
            <th key={week.from} scope="col">
              {weekName(week, index)}
              {index < 2 && <span className={styles.dates}> {spanInWords(week)}</span>}
            </th>
          ))}
          <th scope="col">No date</th>
        </tr>
      </thead>
      <tbody>
        {people.map((person, row) => {
          const { id } = person.person
          const columnIn = (cell: string | undefined) =>
            cell !== undefined && cellOf(cell).person === id ? cellOf(cell).column : undefined
          const opened = columnIn(open)
          return (
            <Row
              key={id}
              person={person}
              row={row}
              board={board}
              opened={opened}
              over={columnIn(over === undefined ? undefined : String(over))}
              stop={tabStop.person === id ? tabStop.column : undefined}
              toggle={toggle}
            >
              {opened === undefined ? undefined : children}
            </Row>
          )
        })}
      </tbody>
    </table>
  )
}

type RowProps = Pick<WorkloadShape, 'board' | 'toggle' | 'children'> & {
  person: WorkloadPerson
  row: number
  opened: string | undefined
  over: string | undefined
  /** The column to which the Tab key leads. */
  stop: string | undefined
}

const Row = memo(function Row({ person, row, board, opened, over, stop, toggle, children }: RowProps) {
  const { id, full_name } = person.person
  const columns = [...person.weeks.map(({ from }) => from), undated]
  return (
    <>
      <tr>
        <th scope="row">
          <div className={styles.person}>
            <Initials id={id} name={full_name} size={28} />
            <Link to={`/people/${id}`} className={styles.name} title={full_name}>
              {full_name}
            </Link>
          </div>
        </th>
        {columns.map((column, index) => (
          <Place key={column} board={board} id={cellId(id, column)} isOver={over === column && opened !== column}>
            <WorkloadCell
              person={person}
              column={column}
              at={`${row} ${index}`}
              isStop={stop === column}
              isOpen={opened === column}
              toggle={toggle}
            />
          </Place>
        ))}
      </tr>
      {opened !== undefined && (
        <tr>
          <td colSpan={columns.length + 1} className={styles.opened} data-column={cellId(id, opened)}>
            {children}
          </td>
        </tr>
      )}
    </>
  )
})

type PlaceProps = { board: string; id: string; isOver: boolean; children: ReactNode }

function Place({ board, id, isOver, children }: PlaceProps) {
  const root = useRef<HTMLTableCellElement>(null)
  useDropTarget(root, board, id)
  return (
    <td ref={root} className={styles.place} data-column={id} data-is-over={isOver}>
      {children}
    </td>
  )
}
