import { NativeSelect } from '@mantine/core'
import type { Label, Project, Task } from 'contract'
import type { ReactNode } from 'react'
import { SearchField } from '../../ui/list/SearchField.tsx'
import { compareNames } from '../../ui/list/sort.ts'
import { priorityOptions, taskStatusOptions } from '../../ui/theme/badges.tsx'
import styles from './FilterBar.module.css'
import { FilterNote } from './FilterNote.tsx'
import { type Due, dues, none } from './filters.ts'
import { SavedViews } from './SavedViews.tsx'
import type { useFilters } from './useFilters.ts'

type Props = {
  state: ReturnType<typeof useFilters>
  searchLabel: string
  project: Project
  /** The project's tasks: their labels can be chosen. */
  tasks: readonly Task[]
  /** How many rows the filters hide. */
  hidden: number
  /** Absent where nothing is shown: the empty list offers to clear the filters. */
  isClearable: boolean
  /** The view's own controls, such as its order. */
  children?: ReactNode
}

const dueNames: Record<Due, string> = { overdue: 'Overdue', week: 'Due this week', later: 'Due later', none: 'No due date' }
const dueOptions = dues.map((value) => ({ value, label: dueNames[value] }))

/** The filters of a project's work as chips in one line, which scrolls where it is too long. */
export function FilterBar({ state, searchLabel, project, tasks, hidden, isClearable, children }: Props) {
  const { filters, isFiltered, put, clear } = state
  const people = project.members.map(({ employee: { id, full_name } }) => ({ value: String(id), label: full_name }))
  const labels = labelsIn(tasks).map(({ id, name }) => ({ value: String(id), label: name }))
  const chip = (name: Exclude<keyof typeof filters, 'search'>, label: string, options: readonly Option[]) => (
    <Chip label={label} options={options} value={filters[name]} choose={(value) => put({ [name]: value })} />
  )
  return (
    <div className={styles.bar}>
      <SearchField
        className={styles.search}
        size="xs"
        label={searchLabel}
        value={filters.search}
        onSearch={(search) => put({ search })}
      />
      {chip('status', 'status', [{ value: '', label: 'Status' }, ...taskStatusOptions])}
      {chip('person', 'person', [{ value: '', label: 'Person' }, { value: none, label: 'Unassigned' }, ...people])}
      {chip('label', 'label', [{ value: '', label: 'Label' }, { value: none, label: 'No label' }, ...labels])}
      {chip('priority', 'priority', [{ value: '', label: 'Priority' }, ...priorityOptions])}
      {chip('due', 'due date', [{ value: '', label: 'Due' }, ...dueOptions])}
      {chip('blockers', 'blockers', [
        { value: '', label: 'Blockers' },
        { value: 'blocked', label: 'Blocked' },
      ])}
      {children}
      <SavedViews project={project} />
      <FilterNote hidden={hidden} isFiltered={isClearable && isFiltered} clear={clear} />
    </div>
  )
}

type Option = { value: string; label: string }
type ChipProps = { label: string; options: readonly Option[]; value: string; choose: (value: string) => void }

const Chip = ({ label, options, value, choose }: ChipProps) => (
  <NativeSelect
    size="xs"
    radius="xl"
    className={styles.chip}
    data-is-on={value !== '' || undefined}
    aria-label={`Filter by ${label}`}
    // A saved value may have left the project.
    data={options.some((option) => option.value === value) ? [...options] : [...options, { value, label: 'Unknown' }]}
    value={value}
    onChange={(event) => choose(event.currentTarget.value)}
  />
)

function labelsIn(tasks: readonly Task[]): Label[] {
  const labels = new Map(tasks.flatMap((task) => task.labels.map((label) => [label.id, label])))
  return [...labels.values()].sort((a, b) => compareNames(a.name, b.name))
}
