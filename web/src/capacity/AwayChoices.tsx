import { Button, Group } from '@mantine/core'
import type { Member, PersonCapacity } from 'contract'
import { useId } from 'react'
import { useToday } from '../session/today.ts'
import { Initials } from '../ui/text/Initials.tsx'
import styles from './AwayChoices.module.css'
import type { AwayAnswer } from './away.ts'
import { type Collision, type Taker, takersOn } from './collisions.ts'
import { DateChoice } from './DateChoice.tsx'
import { absenceInWords, byAbsence, dueInWords, takerInWords } from './questionWords.ts'

export type AwayChoicesProps = {
  collisions: readonly Collision[]
  capacities: readonly PersonCapacity[]
  members: readonly Member[]
  isAssignment: boolean
  /** Closes the question. */
  answer: (answer?: AwayAnswer) => void
}

/** What can be done about work that is due while its assignee is away. */
export function AwayChoices({ collisions, capacities, members, isAssignment, answer }: AwayChoicesProps) {
  const today = useToday()
  const away = new Set(collisions.map(({ work }) => work.person))
  const days = [...new Set(collisions.map(({ day }) => day))]
  const takers = takersOn(days, { members, capacities }, away)
  const nameOf = (id: number) => members.find(({ employee }) => employee.id === id)?.employee.full_name ?? 'The assignee'
  return (
    <div className={styles.choices}>
      {/* It takes the focus, so that screen readers read it, and no key that is still down chooses anything. */}
      <div className={styles.about} tabIndex={-1} data-autofocus>
        {byAbsence(collisions).map((group) => (
          <About key={dueInWords(group[0], today)} group={group} name={nameOf(group[0].work.person)} />
        ))}
      </div>
      {takers.length > 0 && <Takers takers={takers} days={days.length} answer={answer} />}
      <DateChoice collisions={collisions} capacities={capacities} choose={(due_date) => answer({ kind: 'date', due_date })} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => answer()}>
          Cancel
        </Button>
        <Button variant="default" onClick={() => answer({ kind: 'anyway' })}>
          {isAssignment ? 'Assign anyway' : 'Set this date anyway'}
        </Button>
      </Group>
    </div>
  )
}

/** More of it is a number, so that the choices stay in view. */
const mostListed = 8

/** The work that is due during one absence. */
function About({ group, name }: { group: readonly [Collision, ...Collision[]]; name: string }) {
  const today = useToday()
  const [first, ...others] = group
  const absence = absenceInWords(name, first, today)
  if (others.length === 0)
    return (
      <p>
        {absence} {dueInWords(first, today)}
      </p>
    )
  return (
    <div>
      <p>{absence}</p>
      <ul className={styles.list}>
        {group.slice(0, mostListed).map((collision, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items never move
          <li key={index}>{dueInWords(collision, today)}</li>
        ))}
        {group.length > mostListed && <li>{group.length - mostListed} more</li>}
      </ul>
    </div>
  )
}

type TakersProps = { takers: readonly Taker[]; days: number } & Pick<AwayChoicesProps, 'answer'>

function Takers({ takers, days, answer }: TakersProps) {
  const id = useId()
  return (
    <section className={styles.choice} aria-labelledby={id}>
      <h3 id={id}>Assign to somebody who is there</h3>
      {takers.map((taker) => (
        <button
          key={taker.id}
          type="button"
          className={styles.taker}
          onClick={() => answer({ kind: 'assign', person: { id: taker.id, full_name: taker.full_name } })}
        >
          <Initials id={taker.id} name={taker.full_name} size={24} />
          <span className="truncate">{taker.full_name}</span>
          <span className="fine tabular">{takerInWords(taker, days)}</span>
        </button>
      ))}
    </section>
  )
}
