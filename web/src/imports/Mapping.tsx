import { Button, NativeSelect, Radio, Stack, Title } from '@mantine/core'
import type { DateOrder, ImportField, ImportPlan, Status } from 'contract'
import { type ReactNode, useState } from 'react'
import { Count } from '../ui/text/Count.tsx'
import { formatDate } from '../ui/text/dates.ts'
import { taskStatusOptions } from '../ui/theme/badges.tsx'
import styles from './Imports.module.css'
import type { Choices } from './useImport.ts'
import { dateIn, fieldOptions } from './words.ts'

type Props = { plan: ImportPlan; choices: Choices; change: (some: Partial<Choices>) => void }

/** A part of the page with its heading. */
export function Part({ title, count, hint, children }: { title: string; count?: number; hint?: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <Title order={2} fz="var(--text-title)">
        {title} {count !== undefined && <Count>{count}</Count>}
      </Title>
      {hint && <p className="fine">{hint}</p>}
      {children}
    </section>
  )
}

/** More columns than this are shown only if they are imported. */
const mostColumns = 14

/** The meaning of each column of a table. A choice counts before the plan follows it. */
export function Columns({ plan: { columns }, choices, change }: Props) {
  const [isWhole, setWhole] = useState(false)
  if (columns.length === 0) return null
  const fieldOf = (index: number) => (choices.columns ? choices.columns[index] : columns[index]?.field) ?? null
  const indexed = columns.map((column, index) => ({ ...column, index, field: fieldOf(index) }))
  const isShort = columns.length > mostColumns && !isWhole
  const shown = isShort ? indexed.filter(({ field }) => field) : indexed
  const choose = (index: number, value: string) =>
    change({ columns: columns.map((_, at) => (at === index ? (value as ImportField) || null : fieldOf(at))) })
  return (
    <Part title="Columns" count={columns.length} hint="Choose what each column is.">
      <ul className={styles.rows}>
        {shown.map(({ index, name, samples, field }) => (
          <li key={index} className={styles.column}>
            <div className={styles.named}>
              <span className={styles.name}>{name}</span>
              <span className={`fine truncate ${styles.samples}`} title={samples.join('\n')}>
                {samples.join(' · ') || 'Empty'}
              </span>
            </div>
            <NativeSelect
              size="xs"
              aria-label={`What the column ${name} is`}
              data={fieldOptions}
              value={field ?? ''}
              onChange={(event) => choose(index, event.currentTarget.value)}
            />
          </li>
        ))}
      </ul>
      {columns.length > mostColumns && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show only what is imported' : `Show ${columns.length - shown.length} more columns`}
        </Button>
      )}
    </Part>
  )
}

/** Which status each list, section or status of the file stands for. */
export function Statuses({ plan: { statuses }, choices, change }: Props) {
  if (statuses.length === 0) return null
  const chosen = new Map(choices.statuses.map(({ name, status }) => [name, status]))
  const choose = (name: string, status: Status) =>
    change({ statuses: [...choices.statuses.filter((each) => each.name !== name), { name, status }] })
  return (
    <Part title="Statuses" count={statuses.length} hint="What is completed in the file is done, whatever its status.">
      <ul className={styles.rows}>
        {statuses.map(({ name, count, status }) => (
          <li key={name} className={styles.column}>
            <span className={styles.name}>
              {name} <Count>{count}</Count>
            </span>
            <NativeSelect
              size="xs"
              aria-label={`Status of ${name}`}
              data={taskStatusOptions}
              value={chosen.get(name) ?? status}
              onChange={(event) => choose(name, event.currentTarget.value as Status)}
            />
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Asks for the order of day and month, where the dates leave it open. */
export function Dates({ plan: { dates }, choices, change }: Props) {
  const { example } = dates
  if (example === null || (dates.order && !choices.date_order)) return null
  return (
    <section className={styles.question} data-open={!(choices.date_order ?? dates.order) || undefined} aria-label="Dates">
      <Radio.Group
        label={`Which day is ${example}?`}
        value={choices.date_order ?? dates.order ?? ''}
        onChange={(order) => change({ date_order: order as DateOrder })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="mdy" label={`${formatDate(dateIn(example, 'mdy'))}: month first`} />
          <Radio value="dmy" label={`${formatDate(dateIn(example, 'dmy'))}: day first`} />
        </Stack>
      </Radio.Group>
    </section>
  )
}
