import { Button, Group, Text } from '@mantine/core'
import type { Employee } from 'contract'
import { useRef, useState } from 'react'
import { Empty, NothingMatches } from '../ui/feedback/Empty.tsx'
import { useAddress } from '../ui/hooks/address.ts'
import { useShortcuts } from '../ui/hooks/shortcuts.ts'
import { useIsNarrow } from '../ui/hooks/useIsNarrow.ts'
import { DataTable, type TableColumn } from '../ui/list/DataTable.tsx'
import { rowsOf } from '../ui/list/Pages.tsx'
import sections from '../ui/list/section.module.css'
import { RoleBadge } from '../ui/theme/badges.tsx'
import styles from './AllEmployees.module.css'
import { CorrectAddress } from './CorrectAddress.tsx'
import { EmployeeActions, EmployeeEmail, EmployeeName } from './Employee.tsx'
import { EmployeeDialog } from './EmployeeDialog.tsx'
import { EmployeeToolbar } from './EmployeeToolbar.tsx'
import { ResetSecondFactor } from './ResetSecondFactor.tsx'
import { type EmployeeSort, useEmployees } from './read.ts'
import { SeveralDialog } from './SeveralDialog.tsx'
import { useEmployeeActions } from './useEmployeeActions.ts'
import { useEmployeesView } from './useEmployeesView.ts'

// Few enough that the sections below stay near.
const rowsOnPage = { wide: 20, narrow: 10 }

export function EmployeeList({ isShort }: { isShort: boolean }) {
  const view = useEmployeesView()
  const { shown, matches, total, isWaiting } = useEmployees({ search: view.search, ...view.chosen }, view.sort)
  const [dialog, setDialog] = useState<{ isOpen: boolean; employee?: Employee }>({ isOpen: false })
  const [reset, setReset] = useState<{ isOpen: boolean; person?: Employee }>({ isOpen: false })
  const [correction, setCorrection] = useState<{ isOpen: boolean; person?: Employee }>({ isOpen: false })
  const newDeveloper = useNewDeveloper()
  const isNarrow = useIsNarrow(72)
  const top = useRef<HTMLDivElement>(null)

  const perPage = isNarrow ? rowsOnPage.narrow : rowsOnPage.wide
  const { page, rows } = rowsOf(shown, { page: view.page, perPage })
  const several = useSeveral()
  const add = (
    <Group gap="xs">
      <Button variant="default" onClick={several.open}>
        Add Several
      </Button>
      <Button onClick={() => setDialog({ isOpen: true })}>+ Add Employee</Button>
    </Group>
  )
  useShortcuts([{ keys: 'n', label: 'Add employee', run: () => setDialog({ isOpen: true }), on: top }])
  const emailOf = (employee: Employee) => (
    <EmployeeEmail
      employee={employee}
      reset={() => setReset({ isOpen: true, person: employee })}
      correct={() => setCorrection({ isOpen: true, person: employee })}
    />
  )
  const actionsOf = (employee: Employee) => (
    <EmployeeActions employee={employee} edit={() => setDialog({ isOpen: true, employee })} />
  )

  return (
    <>
      {total === 0 ? (
        <Empty action={add}>Nobody works here yet: whoever you add is invited by e-mail.</Empty>
      ) : (
        <EmployeeToolbar {...{ view, matches, total, isWaiting, isNarrow, isShort, add }} />
      )}
      <div className={isShort ? (isNarrow ? sections.well : sections.panel) : undefined} aria-busy={isWaiting}>
        <div ref={top} className={styles.list}>
          <DataTable
            name={{ 'aria-labelledby': 'all-employees' }}
            columns={columnsWith(emailOf, actionsOf)}
            rows={rows}
            keyOf={({ id }) => id}
            isNarrow={isNarrow}
            card={(employee) => (
              <>
                <Group gap="sm" align="flex-start" justify="space-between" wrap="nowrap">
                  <EmployeeName employee={employee} />
                  <RoleBadge role={employee.role} />
                </Group>
                {emailOf(employee)}
                {actionsOf(employee)}
              </>
            )}
            sort={view.sort}
            sortBy={view.sortBy}
            empty={total > 0 && matches === 0 && !isWaiting && <NothingMatches clear={view.clear} />}
            pages={{ page, perPage, total: shown.length, goTo: view.goTo, top }}
            tableClass={isShort ? styles.short : styles.table}
            cardsClass={styles.cards}
          />
        </div>
      </div>
      {matches > shown.length && (
        <Text inherit c="dimmed" mt="sm">
          The first {shown.length} are listed. Search or filter to find the others.
        </Text>
      )}
      <EmployeeDialog {...dialog} close={() => setDialog((last) => ({ ...last, isOpen: false }))} />
      <EmployeeDialog as="developer" {...newDeveloper} />
      {reset.person && (
        <ResetSecondFactor
          person={reset.person}
          isOpen={reset.isOpen}
          close={() => setReset((last) => ({ ...last, isOpen: false }))}
        />
      )}
      <EmployeeCorrection {...correction} close={() => setCorrection((last) => ({ ...last, isOpen: false }))} />
      <SeveralDialog isOpen={several.isOpen} close={several.close} />
    </>
  )
}

function EmployeeCorrection({ person, isOpen, close }: { person?: Employee; isOpen: boolean; close: () => void }) {
  const { correctEmail } = useEmployeeActions()
  if (!person) return null
  const correct = (body: { email: string }) => correctEmail(person, body)
  return <CorrectAddress {...{ person, isOpen, correct, close }} sends="The invitation is sent again, to the right address." />
}

/** The dialog that an address with `?add=developer&manager=5` opens. */
function useNewDeveloper() {
  const [params, put] = useAddress()
  return {
    isOpen: params.get('add') === 'developer',
    manager: params.get('manager') ?? undefined,
    close: () => put({ add: '', manager: '' }),
  }
}

/** The dialog that an address with `?add=several` opens. */
function useSeveral() {
  const [params, put] = useAddress()
  return {
    isOpen: params.get('add') === 'several',
    open: () => put({ add: 'several' }),
    close: () => put({ add: '' }),
  }
}

type Cell = (employee: Employee) => React.ReactNode

const columnsWith = (emailOf: Cell, actionsOf: Cell): readonly TableColumn<Employee, EmployeeSort>[] => [
  { label: 'Name', sortKey: 'name', cell: (employee) => <EmployeeName employee={employee} />, width: '27%' },
  { label: 'Email', sortKey: 'email', cell: emailOf },
  { label: 'Role', sortKey: 'role', cell: ({ role }) => <RoleBadge role={role} />, width: '160px' },
  { label: 'Actions', cell: actionsOf, width: '250px' },
]
