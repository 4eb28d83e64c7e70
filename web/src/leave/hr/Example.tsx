import { NativeSelect, Text, Title } from '@mantine/core'
import { type LeaveType, policyIn } from 'contract'
import { useState } from 'react'
import { useToday } from '../../session/today.ts'
import { formatDate } from '../../ui/text/dates.ts'
import { plainDays, signedDays } from '../words.ts'
import { type ExampleStep, exampleOf } from './example.ts'
import styles from './LeaveTypes.module.css'
import { policyInWords } from './policyWords.ts'
import { grantsDays } from './types.ts'

/** The rules of a type at work, for somebody who starts within the year. */
export function Example({ types }: { types: readonly LeaveType[] }) {
  const year = Number(useToday().slice(0, 4))
  const [wanted, setWanted] = useState('')
  const shown = types.filter(({ is_archived }) => !is_archived)
  const type = shown.find(({ id }) => String(id) === wanted) ?? shown.find(grantsDays) ?? shown[0]
  const rules = type && policyIn(type.policies, year)
  const steps = type && exampleOf(type.policies, year)
  return (
    <section className={styles.card} aria-labelledby="how-days-are-counted">
      <Title order={2} id="how-days-are-counted" fz="var(--text-title)" mb="2xs">
        How days are counted
      </Title>
      <Text inherit c="dimmed">
        Leave costs only time that would be worked: no days off of the person’s schedule, and no public holidays of their
        location. People without a first day of work are granted the whole year.
      </Text>
      {type && (
        <NativeSelect
          label="Example for"
          my="sm"
          maw={280}
          data={shown.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(type.id)}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      )}
      {rules && <p className={styles.rules}>{policyInWords(rules)}.</p>}
      {steps ? (
        <Steps steps={steps} year={year} />
      ) : (
        type && <Text inherit>Nothing is granted in {year}, so nothing is left or carried over.</Text>
      )}
    </section>
  )
}

const Steps = ({ steps, year }: { steps: readonly ExampleStep[]; year: number }) => (
  <table className={styles.steps}>
    <caption>Alex starts on 1 September {year}:</caption>
    <thead>
      <tr>
        <th scope="col">Day</th>
        <th scope="col">What happens</th>
        <th scope="col">Days</th>
        <th scope="col">Left</th>
      </tr>
    </thead>
    <tbody>
      {steps.map(({ day, words, halves, balance }) => (
        <tr key={`${day} ${words}`}>
          <td className="tabular">{formatDate(day)}</td>
          <td>{words}</td>
          <td className="tabular">{signedDays(halves)}</td>
          <td className="tabular">{plainDays(balance)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
