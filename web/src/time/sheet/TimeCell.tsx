import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { messageOf } from '../../api/messages.ts'
import { clockOf, readTime } from '../duration.ts'
import { minutesOf, type SheetCell } from '../week.ts'
import styles from './TimeCell.module.css'

type Props = {
  cell: SheetCell
  /** Its row and column, by which the arrow keys find it. */
  at: string
  /** Its subtask and day. */
  name: string
  /** Why it can't be changed; undefined where it can. */
  reason: string | undefined
  /** Sets the time of a cell with one entry or none; 0 removes it. Rejects when the server refuses. */
  save: (minutes: number) => Promise<unknown>
  /** Shows the cell's entries. */
  open: () => void
}

/** The time on a subtask on one day, typed in place. Several entries are changed one by one, in the dialog that shows them. */
export function TimeCell(props: Props) {
  const { cell, at, name, reason, open } = props
  if (cell.entries.length < 2) return <CellInput {...props} />
  const words = `${name}: ${clockOf(minutesOf(cell))}, ${cell.entries.length} entries`
  return (
    <button
      type="button"
      className={styles.cell}
      data-cell={at}
      data-is-fixed={reason === undefined ? undefined : true}
      aria-label={words}
      title={`${cell.entries.length} entries`}
      onClick={open}
    >
      {clockOf(minutesOf(cell))}
    </button>
  )
}

function CellInput({ cell, at, name, reason, save }: Props) {
  const id = useId()
  const minutes = minutesOf(cell)
  const known = minutes ? clockOf(minutes) : ''
  const { typed, problem, type, commit, restore } = useTyped(known, save)
  // A time that is being added has no entry to change yet.
  const isFixed = reason !== undefined || cell.added > 0
  const note = cell.entries[0]?.note
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typed !== undefined) {
      restore()
      event.stopPropagation()
    }
    // A wrong time keeps the focus. Left and right belong to its text.
    if (/^(Enter|ArrowUp|ArrowDown)$/.test(event.key) && !commit(event.key === 'Enter')) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  return (
    <>
      <input
        className={styles.cell}
        data-cell={at}
        data-is-fixed={isFixed || undefined}
        data-has-note={note ? true : undefined}
        aria-label={name}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem === undefined ? undefined : id}
        title={reason ?? note}
        autoComplete="off"
        readOnly={isFixed}
        value={typed ?? known}
        onChange={(event) => type(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => commit(false)}
        onKeyDown={keys}
      />
      {problem !== undefined && (
        <span id={id} role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </>
  )
}

/** The text that is typed and not saved, and why it can't be. A refused time stays, with the reason. */
function useTyped(known: string, save: Props['save']) {
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  /** The text that is on its way. Moving on leaves the cell as well, before it is rendered again. */
  const sent = useRef<string>(undefined)
  const restore = () => {
    setTyped(undefined)
    setProblem(undefined)
  }
  const type = (text: string) => {
    setTyped(text)
    setProblem(undefined)
  }
  /** False if it is no time. What was refused is sent again only on demand. */
  const commit = (isWanted: boolean) => {
    if (typed === undefined) return true
    const isEmpty = typed.trim() === ''
    const { minutes = 0, problem: wrong } = isEmpty ? {} : readTime(typed)
    if (wrong) {
      setProblem(wrong)
      return false
    }
    const text = isEmpty ? '' : clockOf(minutes)
    if (text === known) restore()
    else if (text !== sent.current && (isWanted || problem === undefined)) void send(text, minutes)
    return true
  }
  const send = async (text: string, minutes: number) => {
    type(text)
    sent.current = text
    try {
      await save(minutes)
      setTyped((now) => (now === text ? undefined : now))
    } catch (error) {
      setTyped(text)
      setProblem(messageOf(error, undefined, ['field', 'non_field_errors', 'detail']))
    }
    sent.current = undefined
  }
  return { typed, problem, type, commit, restore }
}
