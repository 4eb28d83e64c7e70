import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Employee } from 'contract'
import { useRef, useState } from 'react'
import { Empty } from '../ui/Empty.tsx'
import { Pages } from '../ui/Pages.tsx'
import styles from './AllEmployees.module.css'
import { EmployeeCards } from './EmployeeCards.tsx'
import { EmployeeDialog } from './EmployeeDialog.tsx'
import { EmployeeTable } from './EmployeeTable.tsx'
import { EmployeeToolbar } from './EmployeeToolbar.tsx'
import { sorted, useEmployees } from './employees.ts'
import { useListView } from './useListView.ts'

// Few enough that the sections below are not far away.
const rowsOnPage = { wide: 20, narrow: 10 }

export function EmployeeList() {
  const view = useListView()
  const { found, matches, total } = useEmployees(view.filters)
  const [dialog, setDialog] = useState<{ isOpen: boolean; employee?: Employee }>({ isOpen: false })
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  const top = useRef<HTMLDivElement>(null)

  const perPage = isNarrow ? rowsOnPage.narrow : rowsOnPage.wide
  const pages = Math.max(1, Math.ceil(found.length / perPage))
  const page = Math.min(view.page, pages)
  const start = (page - 1) * perPage
  const rows = sorted(found, view.sort).slice(start, start + perPage)
  const add = <Button onClick={() => setDialog({ isOpen: true })}>+ Add Employee</Button>
  const List = isNarrow ? EmployeeCards : EmployeeTable

  return (
    <div ref={top} className={styles.list}>
      {total === 0 ? (
        <Empty action={add}>Nobody works here yet: whoever you add is invited by e-mail.</Empty>
      ) : (
        <EmployeeToolbar view={view} matches={matches} total={total} isNarrow={isNarrow} add={add} />
      )}
      {total > 0 && matches === 0 && (
        <Empty
          action={
            <Button variant="default" onClick={view.clear}>
              Clear Filters
            </Button>
          }
        >
          Nothing matches these filters.
        </Empty>
      )}
      {rows.length > 0 && (
        <List employees={rows} sort={view.sort} sortBy={view.sortBy} edit={(employee) => setDialog({ isOpen: true, employee })} />
      )}
      <Pages page={page} perPage={perPage} total={found.length} isNarrow={isNarrow ?? false} goTo={view.goTo} top={top} />
      {matches > found.length && (
        <p className={styles.note}>The first {found.length} are listed. Search or filter to find the others.</p>
      )}
      <EmployeeDialog {...dialog} close={() => setDialog((before) => ({ ...before, isOpen: false }))} />
    </div>
  )
}
