import { Button, Checkbox, NativeSelect } from '@mantine/core'
import type { Project, Task } from 'contract'
import type { ReactNode } from 'react'
import { Empty, NothingMatches } from '../../ui/feedback/Empty.tsx'
import type { TaskActions } from '../data/actions.ts'
import { FilterBar } from '../filters/FilterBar.tsx'
import { type BoardSort, sorts } from './board.ts'
import type { useWork } from './useWork.ts'
import styles from './WorkView.module.css'

/** The props of every view of a project's work. */
export type ViewProps = {
  project: Project
  tasks: readonly Task[]
  actions: TaskActions
  /** Opens the dialog for a new subtask; undefined when none can be created. */
  create: (() => void) | undefined
}

type Props = Omit<ViewProps, 'actions'> & {
  work: Pick<ReturnType<typeof useWork>, 'state' | 'view' | 'put' | 'hold'> & {
    all: readonly unknown[]
    shown: readonly unknown[]
  }
  kind?: 'tasks' | 'subtasks'
  /** Said when there is nothing to show. */
  empty: string
  board: ReactNode
  /** The board is shown although the filters hide all of its cards. */
  isAlwaysShown?: boolean
  /** A calendar has an order of its own. */
  isSorted?: boolean
  /** The view's own controls, in the line of the filters. They may lead to other work where there is none of this kind. */
  controls?: ReactNode
  /** Between the filters and the board. */
  children?: ReactNode
}

const sortNames: Record<BoardSort, string> = { status: 'Status', created: 'Created date', due_date: 'Due date', title: 'Title' }

/** A board of a project's work under its filters. */
export function WorkView(props: Props) {
  const {
    project,
    tasks,
    create,
    work,
    kind = 'subtasks',
    empty,
    board,
    isAlwaysShown = false,
    isSorted = true,
    controls,
    children,
  } = props
  const { all, shown, state, view, put, hold } = work
  const { isFiltered, clear } = state
  const held = <div {...hold}>{board}</div>

  if (all.length === 0 && (!controls || tasks.length === 0))
    return (
      <>
        <Empty action={create && <Button onClick={create}>Create the first subtask</Button>}>{empty}</Empty>
        {!controls && held}
      </>
    )
  return (
    <>
      <FilterBar
        state={state}
        searchLabel={`Search ${kind}...`}
        project={project}
        tasks={tasks}
        hidden={all.length - shown.length}
        isClearable={shown.length > 0 || isAlwaysShown}
      >
        {controls}
        {isSorted && (
          <NativeSelect
            size="xs"
            className={styles.sort}
            aria-label="Sort by"
            data={sorts.map((value) => ({ value, label: `Sort: ${sortNames[value]}` }))}
            value={view.sort}
            onChange={(event) => put({ sort: event.currentTarget.value })}
          />
        )}
        <Checkbox
          size="xs"
          className={styles.completed}
          label="Show completed"
          checked={view.showsCompleted}
          onChange={(event) => put({ completed: event.currentTarget.checked ? '1' : '0' })}
        />
      </FilterBar>
      {children}
      {shown.length > 0 || isAlwaysShown ? null : isFiltered ? (
        <NothingMatches clear={clear} />
      ) : (
        <Empty
          action={
            all.length > 0 && (
              <Button variant="default" onClick={() => put({ completed: '1' })}>
                Show completed
              </Button>
            )
          }
        >
          {empty}
        </Empty>
      )}
      {(shown.length > 0 || !isFiltered || isAlwaysShown) && held}
    </>
  )
}
