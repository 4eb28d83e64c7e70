import { SegmentedControl } from '@mantine/core'
import type { Task } from 'contract'
import { useMemo } from 'react'
import { oneOf, useAddress } from '../../ui/hooks/address.ts'
import { subtasksOf } from './board.ts'
import type { WorkItem } from './work.ts'

const kinds = ['subtasks', 'tasks'] as const
const options = [
  { value: 'subtasks', label: 'Subtasks' },
  { value: 'tasks', label: 'Tasks' },
]

/** The project's tasks or subtasks, by the address, and a control that switches between them. */
export function useKind(tasks: readonly Task[]) {
  const [params, put] = useAddress()
  const kind = oneOf(kinds, params.get('of')) ?? 'subtasks'
  const all = useMemo<readonly WorkItem[]>(() => (kind === 'tasks' ? tasks : subtasksOf(tasks)), [kind, tasks])
  const control = (
    <SegmentedControl
      size="xs"
      aria-label="Show"
      data={options}
      value={kind}
      onChange={(value) => put({ of: value === 'tasks' ? value : '' })}
    />
  )
  return { kind, all, control }
}
