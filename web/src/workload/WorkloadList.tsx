import { Title } from '@mantine/core'
import { memo, type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { cellId, cellOf, undated, type WorkloadPerson } from '../capacity/workload.ts'
import { spanInWords, weekName } from '../capacity/workloadWords.ts'
import { useDropTarget } from '../ui/board/useDropTarget.ts'
import { Initials } from '../ui/text/Initials.tsx'
import styles from './Workload.module.css'
import { WorkloadCell } from './WorkloadCell.tsx'
import type { WorkloadShape } from './WorkloadTable.tsx'

/** On a narrow screen: one person after the other, with the weeks below. */
export function WorkloadList({ workload: { people }, board, open, over, toggle, children }: WorkloadShape) {
  return (
    <ul className={styles.people} aria-label="Workload">
      {people.map((person) => {
        const { id } = person.person
        const columnIn = (cell: string | undefined) =>
          cell !== undefined && cellOf(cell).person === id ? cellOf(cell).column : undefined
        const opened = columnIn(open)
        return (
          <Person
            key={id}
            person={person}
            board={board}
            opened={opened}
            over={columnIn(over === undefined ? undefined : String(over))}
            toggle={toggle}
          >
            {opened === undefined ? undefined : children}
          </Person>
        )
      })}
    </ul>
  )
}

type PersonProps = Pick<WorkloadShape, 'board' | 'toggle' | 'children'> & {
  person: WorkloadPerson
  opened: string | undefined
  over: string | undefined
}

const Person = memo(function Person({ person, board, opened, over, toggle, children }: PersonProps) {
  const { id, full_name } = person.person
  const columns = [
    ...person.weeks.map((week, index) => ({
      column: week.from,
      name: weekName(week, index),
      dates: index < 2 && spanInWords(week),
    })),
    { column: undated, name: 'No date', dates: false as const },
  ]
  return (
    <li className={styles.card}>
      <div className={styles.person}>
        <Initials id={id} name={full_name} size={28} />
        <Title order={2} fz="var(--text-large)" className={styles.words} id={`workload-${id}`}>
          <Link to={`/people/${id}`} className={styles.name}>
            {full_name}
          </Link>
        </Title>
      </div>
      <ul aria-labelledby={`workload-${id}`}>
        {columns.map(({ column, name, dates }) => (
          <Place key={column} board={board} id={cellId(id, column)} isOver={over === column && opened !== column}>
            <span className={styles.week}>
              {name}
              {dates && <span className={styles.dates}> {dates}</span>}
            </span>
            <WorkloadCell person={person} column={column} isOpen={opened === column} toggle={toggle} />
            {opened === column && <div className={styles.opened}>{children}</div>}
          </Place>
        ))}
      </ul>
    </li>
  )
})

type PlaceProps = { board: string; id: string; isOver: boolean; children: ReactNode }

function Place({ board, id, isOver, children }: PlaceProps) {
  const root = useRef<HTMLLIElement>(null)
  useDropTarget(root, board, id)
  return (
    <li ref={root} className={styles.line} data-column={id} data-is-over={isOver}>
      {children}
    </li>
  )
}
