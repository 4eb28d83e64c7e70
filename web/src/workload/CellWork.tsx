import { ActionIcon, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { hoursIn } from 'contract'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { cellId, type WorkloadPerson, workIn } from '../capacity/workload.ts'
import { awayInWeek, roundedHours, spanInWords } from '../capacity/workloadWords.ts'
import { BoardCard } from '../ui/board/BoardCard.tsx'
import type { BoardApi, Card } from '../ui/board/types.ts'
import styles from './CellWork.module.css'
import { buttonOf } from './WorkloadCell.tsx'

type Props = {
  person: WorkloadPerson
  column: string
  cards: readonly Card[]
  board: string
  /** The id of the held card. */
  held: string | undefined
  api: BoardApi
  close: () => void
  isNarrow: boolean
}

/** The work of a person in a week, or without a date. */
export function CellWork({ person, column, cards, board, held, api, close, isNarrow }: Props) {
  const titleId = useId()
  const root = useRef<HTMLElement>(null)
  const cell = cellId(person.person.id, column)
  const isEmpty = cards.length === 0
  const { week } = workIn(person, column)

  useEffect(() => {
    // Newer browsers return a promise, which is no clean-up.
    void root.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useFocusWhenEmptied(cell, isEmpty)

  const closeAndReturn = () => {
    close()
    buttonOf(cell)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A menu's keys bubble here through its portal.
    if (event.key !== 'Escape' || held !== undefined || !event.currentTarget.contains(event.target as Node)) return
    event.stopPropagation()
    closeAndReturn()
  }
  return (
    <section ref={root} className={styles.work} aria-labelledby={titleId} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <div className={styles.words}>
          <Title order={isNarrow ? 3 : 2} id={titleId} fz="var(--text-large)">
            {person.person.full_name}: {week ? spanInWords(week) : 'no date'}
          </Title>
          <p className="fine">{summaryOf(person, column)}</p>
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label="Hide this work"
          title="Hide (Esc)"
          onClick={closeAndReturn}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      {isEmpty ? (
        <p className="dimmed">{week ? 'No work of your projects is due in this week.' : 'All work has a date.'}</p>
      ) : (
        <ul className={styles.cards} aria-labelledby={titleId}>
          {cards.map((card) => (
            <li key={card.id}>
              <BoardCard card={card} board={board} isHeld={held === String(card.id)} isSelected={undefined} api={api} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Milliseconds between two attempts, and until the last one. */
const retryDelay = 50
const retryTime = 1000

/** Moves the focus to the cell's button when the last card, which had it, goes to another cell. A menu that closes may still have it. */
function useFocusWhenEmptied(cell: string, isEmpty: boolean) {
  const wasEmpty = useRef(isEmpty)
  useEffect(() => {
    const isEmptied = isEmpty && !wasEmpty.current
    wasEmpty.current = isEmpty
    if (!isEmptied) return
    const until = Date.now() + retryTime
    const timer = setInterval(() => {
      if (document.activeElement === document.body) buttonOf(cell)?.focus()
      if (document.activeElement !== document.body || Date.now() > until) clearInterval(timer)
    }, retryDelay)
    return () => clearInterval(timer)
  }, [cell, isEmpty])
}

function summaryOf(person: WorkloadPerson, column: string) {
  const { week, hours, elsewhere } = workIn(person, column)
  if (!week) return hours > 0 ? `${hours} h without a date` : undefined
  const away = awayInWeek(person.absences, week)
  const planned =
    week.planned > 0
      ? `${week.planned} of ${roundedHours(hoursIn(week))} h planned`
      : `Nothing planned of ${roundedHours(hoursIn(week))} h`
  return [planned, elsewhere > 0 && `${elsewhere} h of it in projects of others`, away].filter(Boolean).join(' · ')
}
