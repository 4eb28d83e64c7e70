import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Employee } from 'contract'
import { useRef, useState } from 'react'
import { Empty, NothingMatches } from '../ui/feedback/Empty.tsx'
import { useShortcuts } from '../ui/hooks/shortcuts.ts'
import { Pages, rowsOf } from '../ui/list/Pages.tsx'
import styles from './AllEmployees.module.css'
import { EmployeeCards } from './EmployeeCards.tsx'
import { EmployeeDialog } from './EmployeeDialog.tsx'
import { EmployeeTable } from './EmployeeTable.tsx'
import { EmployeeToolbar } from './EmployeeToolbar.tsx'
import { useEmployees } from './employees.ts'
import { useEmployeesView } from './useEmployeesView.ts'

// Few enough that the sections below are not far away.
const rowsOnPage = { wide: 20, narrow: 10 }

export function EmployeeList() {
  const view = useEmployeesView()
  const { found, matches, total, isWaiting } = useEmployees({ search: view.search, ...view.chosen }, view.sort)
  const [dialog, setDialog] = useState<{ isOpen: boolean; employee?: Employee }>({ isOpen: false })
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false }) ?? false
  const top = useRef<HTMLDivElement>(null)

  const perPage = isNarrow ? rowsOnPage.narrow : rowsOnPage.wide
  const { page, rows } = rowsOf(found, { page: view.page, perPage })
  const add = <Button onClick={() => setDialog({ isOpen: true })}>+ Add Employee</Button>
  useShortcuts([{ keys: 'n', label: 'Add employee', run: () => setDialog({ isOpen: true }), on: top }])
  const List = isNarrow ? EmployeeCards : EmployeeTable

  return (
    <div ref={top} className={styles.list} aria-busy={isWaiting}>
      {total === 0 ? (
        <Empty action={add}>Nobody works here yet: whoever you add is invited by e-mail.</Empty>
      ) : (
        <EmployeeToolbar view={view} matches={matches} total={total} isWaiting={isWaiting} isNarrow={isNarrow} add={add} />
      )}
      {total > 0 && matches === 0 && !isWaiting && <NothingMatches clear={view.clear} />}
      {rows.length > 0 && (
        <List employees={rows} sort={view.sort} sortBy={view.sortBy} edit={(employee) => setDialog({ isOpen: true, employee })} />
      )}
      <Pages page={page} perPage={perPage} total={found.length} isNarrow={isNarrow} goTo={view.goTo} top={top} />
      {matches > found.length && (
        <p className={styles.note}>The first {found.length} are listed. Search or filter to find the others.</p>
      )}
      <EmployeeDialog {...dialog} close={() => setDialog((before) => ({ ...before, isOpen: false }))} />
    </div>
  )
}
