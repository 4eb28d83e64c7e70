import { Button, Group, Skeleton } from '@mantine/core'
import type { PersonCapacity } from 'contract'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useToday } from '../session/today.ts'
import { DateField } from '../ui/form/DateField.tsx'
import styles from './AwayChoices.module.css'
import { type Collision, isSomebodyAway, proposedDays } from './collisions.ts'
import { dayInWords } from './words.ts'
import { useWorkdays } from './workdays.ts'

type Props = {
  collisions: readonly Collision[]
  capacities: readonly PersonCapacity[]
  choose: (due_date: string) => void
}

/** Another due date: the nearest working days, or any other. */
export function DateChoice({ collisions, capacities, choose }: Props) {
  const id = useId()
  return (
    <section className={styles.choice} aria-labelledby={id}>
      <h3 id={id}>Choose another due date</h3>
      <Proposals collisions={collisions} capacities={capacities} choose={choose} />
      <OtherDate collisions={collisions} capacities={capacities} choose={choose} />
    </section>
  )
}

function Proposals({ collisions, capacities, choose }: Props) {
  const today = useToday()
  const people = [...new Set(collisions.map(({ work }) => work.person))]
  const years = [
    ...new Set([today, ...collisions.flatMap(({ absence }) => [absence.from, absence.to])].map((day) => day.slice(0, 4))),
  ]
  const isWorkday = useWorkdays(people, years)
  if (!isWorkday) return <Skeleton height={30} width={200} radius="sm" animate={false} />
  return (
    <Group gap="xs">
      {proposedDays({ collisions, capacities, today, isWorkday }).map((day) => (
        <Button key={day} variant="default" size="xs" onClick={() => choose(day)}>
          {dayInWords(day, today)}
        </Button>
      ))}
    </Group>
  )
}

function OtherDate({ collisions, capacities, choose }: Props) {
  const today = useToday()
  const [date, setDate] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!date || !input.current?.validity.valid) setProblem(input.current?.validationMessage || 'Choose a date.')
    else if (isSomebodyAway(collisions, capacities, date)) setProblem('Away then, too. Choose another date.')
    else choose(date)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Group gap="xs" align="flex-end">
        <DateField
          ref={input}
          size="xs"
          flex="1 1 160px"
          label="Another date"
          today={today}
          min={today}
          value={date}
          error={problem}
          onChange={(typed) => {
            setDate(typed)
            setProblem(undefined)
          }}
        />
        <Button type="submit" variant="default" size="xs">
          Set date
        </Button>
      </Group>
    </form>
  )
}
