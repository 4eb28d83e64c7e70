import type { Task } from 'contract'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { oneOf, useAddress } from '../../ui/hooks/address.ts'
import { sortOf, textOf } from '../../ui/list/sort.ts'
import { type Grouping, groupings } from './groups.ts'
import { sorts, type TaskSort } from './order.ts'

/** Projects of up to so many tasks are shown with everything unfolded, and not grouped. */
const few = 12

const nothing: ReadonlySet<string> = new Set()
/** The tasks that the person has folded and unfolded in each project, until the page is loaded again. */
const toggledIn = new Map<number, ReadonlySet<string>>()

const toggledOnce = (set: ReadonlySet<string>, item: string) => {
  const next = new Set(set)
  if (!next.delete(item)) next.add(item)
  return next
}

/** How a project's tasks are grouped, sorted and unfolded. Grouping, order and "unfold all" are in the address. */
export function useTaskList(project_id: number, tasks: readonly Task[]) {
  const [params, put] = useAddress()
  const [toggled, setToggled] = useState(toggledIn.get(project_id) ?? nothing)
  useEffect(() => {
    toggledIn.set(project_id, toggled)
  }, [project_id, toggled])
  // Stable, because every row gets it.
  const toggle = useCallback((task: number) => setToggled((last) => toggledOnce(last, `task ${task}`)), [])
  // It counts as of the moment at which the list opened: it must not fold under the person who adds a task.
  const [isSmall] = useState(tasks.length <= few)
  const group: Grouping = oneOf(groupings, params.get('group')) ?? (isSmall ? 'none' : 'status')
  const sortText = params.get('sort') ?? ''
  const sort = useMemo(() => sortOf(sorts, sortText), [sortText])
  const isAllOpen = params.has('open') ? params.get('open') === 'all' : isSmall

  return {
    group,
    sort,
    isAllOpen,
    isOpen: (task: number) => isAllOpen !== toggled.has(`task ${task}`),
    toggle,
    isFolded: (groupKey: string) => toggled.has(`group ${groupKey}`),
    toggleGroup: (groupKey: string) => setToggled((last) => toggledOnce(last, `group ${groupKey}`)),
    toggleAll: () => {
      setToggled((last) => new Set([...last].filter((item) => !item.startsWith('task '))))
      put({ open: isAllOpen ? 'none' : 'all' })
    },
    groupBy: (grouping: string) => put({ group: grouping }),
    sortBy: (key: TaskSort) =>
      put({ sort: sort.key === key ? (sort.isDescending ? '' : textOf({ key, isDescending: true })) : key }),
    setSort: (text: string) => put({ sort: text }),
  }
}

export type TaskList = ReturnType<typeof useTaskList>
