import { Button, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type AssignmentLogEntry, api } from 'contract'
import { useDeferredValue } from 'react'
import { readOf, useData } from '../api/data.ts'
import { useToday } from '../session/today.ts'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { useIsNarrow } from '../ui/hooks/useIsNarrow.ts'
import { DataTable } from '../ui/list/DataTable.tsx'
import { Section } from '../ui/list/Section.tsx'
import sections from '../ui/list/section.module.css'
import styles from './AssignmentHistory.module.css'
import { HistoryCard, historyColumns } from './HistoryRows.tsx'
import { daysProblem, type HistoryView, offsetIn, useHistoryView } from './useHistoryView.ts'

const perPage = 10

/** The tenant admin's log of reassignments, low if it has a page of its own. */
export function AssignmentHistory({ page }: { page?: string }) {
  const view = useHistoryView()
  const problem = daysProblem(view.filters)
  return (
    <Section id="assignment-history" title="Project Manager Assignment History" page={page}>
      <Filters view={view} problem={problem} />
      {problem ? (
        <Nothing view={view} />
      ) : (
        <Loaded skeleton={<SkeletonRows rows={page === undefined ? perPage : 4} height={44} />} failed="Failed to load data.">
          <Entries view={view} isShort={page !== undefined} />
        </Loaded>
      )}
    </Section>
  )
}

function Filters({ view, problem }: { view: HistoryView; problem: string | undefined }) {
  const { developer, from_date, to_date } = view.filters
  const today = useToday()
  return (
    <Group gap="var(--space-2) var(--space-3)" align="flex-start">
      <Select
        className={styles.developer}
        label="Developer"
        placeholder="All developers"
        searchable
        clearable
        limit={200}
        nothingFoundMessage="No such developer"
        clearButtonProps={{ 'aria-label': 'All developers' }}
        data={useDeveloperChoices(developer)}
        value={developer || null}
        onChange={(id) => view.filterByDeveloper(id ?? '')}
      />
      <DateField className={styles.day} label="From" today={today} value={from_date} onChange={view.filterFrom} />
      <DateField
        className={styles.day}
        label="To"
        today={today}
        min={from_date || undefined}
        value={to_date}
        onChange={view.filterTo}
        error={problem}
      />
      {view.isFiltered && (
        <Button variant="subtle" className={styles.clear} onClick={view.clear}>
          Clear Filters
        </Button>
      )}
    </Group>
  )
}

/** The developers of the board, and the chosen one even if they are not on it. Without the board's answer there are no others. */
function useDeveloperChoices(chosen: string) {
  const { data = [] } = useQuery(readOf(api.assignments.grouped, {}))
  const choices = data
    .flatMap(({ developers }) => developers)
    .map(({ id, full_name, email }) => ({ value: String(id), label: `${full_name} (${email})` }))
    .sort((a, b) => a.label.localeCompare(b.label))
  const isKnown = !chosen || choices.some(({ value }) => value === chosen)
  return isKnown ? choices : [...choices, { value: chosen, label: `Developer ${chosen}` }]
}

function Entries({ view, isShort }: { view: HistoryView; isShort: boolean }) {
  const { developer, from_date, to_date } = view.filters
  const wanted = JSON.stringify({
    limit: String(perPage),
    ...(view.offset && { offset: view.offset }),
    ...(developer && { developer }),
    ...(from_date && { from_date }),
    ...(to_date && { to_date }),
  })
  // This page stays until the next one has arrived.
  const shown = useDeferredValue(wanted)
  const { count, next, previous, results } = useData(api.assignments.log, { query: JSON.parse(shown) as Record<string, string> })
  const isNarrow = useIsNarrow(48)
  if (results.length === 0 && !previous) return <Nothing view={view} />
  return (
    <div className={styles.list} aria-busy={shown !== wanted} data-is-paged={!isShort && (next !== null || previous !== null)}>
      <div {...(isShort && { className: isNarrow ? sections.well : sections.panel, tabIndex: 0 })}>
        <DataTable
          name={{ 'aria-labelledby': 'assignment-history' }}
          columns={historyColumns}
          rows={results}
          keyOf={({ id }) => id}
          isNarrow={isNarrow}
          card={(entry) => <HistoryCard entry={entry} />}
          empty={<Empty>There is nothing on this page.</Empty>}
          tableClass={isShort ? styles.short : styles.table}
          cardsClass={styles.cards}
        />
      </div>
      <Group justify="space-between" gap="var(--space-2) var(--space-4)" mt="auto" pt="sm" fz="var(--text-small)" c="dimmed">
        <span role="status" className="tabular">
          {positionOf(results, count, shown)}
        </span>
        {(next || previous) && (
          <Group gap="xs">
            <PageButton label="Previous" path={previous} goTo={view.goTo} />
            <PageButton label="Next" path={next} goTo={view.goTo} />
          </Group>
        )}
      </Group>
    </div>
  )
}

function positionOf(results: readonly AssignmentLogEntry[], count: number, query: string) {
  if (results.length === count) return count === 1 ? '1 entry' : `${count} entries`
  const { offset = '0' } = JSON.parse(query) as { offset?: string }
  const start = Number(offset)
  return results.length ? `${start + 1}–${start + results.length} of ${count}` : `${count} entries`
}

// `disabled` would take the focus away on the last page.
const PageButton = ({ label, path, goTo }: { label: string; path: string | null; goTo: (offset: string) => void }) => (
  <Button
    variant="default"
    size="xs"
    aria-disabled={path === null}
    data-disabled={path === null}
    onClick={() => path !== null && goTo(offsetIn(path))}
  >
    {label}
  </Button>
)

const Nothing = ({ view }: { view: HistoryView }) => (
  <Empty>
    {view.isFiltered
      ? 'Nothing matches.'
      : 'Nothing yet: each reassignment of a developer is noted here, with who made it and when.'}
  </Empty>
)
