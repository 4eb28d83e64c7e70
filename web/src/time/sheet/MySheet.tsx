import { Group, Stack, Title } from '@mantine/core'
import { api } from 'contract'
import { type ComponentProps, useCallback, useEffect, useRef } from 'react'
import { useData } from '../../api/data.ts'
import { useToday } from '../../session/today.ts'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { useIsNarrow } from '../../ui/hooks/useIsNarrow.ts'
import { EntriesDialog } from '../entries/EntriesDialog.tsx'
import { workIdOf } from '../running.ts'
import { daysOf, type SheetRow } from '../week.ts'
import { AddRow } from './AddRow.tsx'
import { DayList } from './DayList.tsx'
import { SheetStates } from './states.tsx'
import { useCells } from './useCells.ts'
import { useSheetOptions } from './useSheetOptions.ts'
import { useSheetRows } from './useSheetRows.ts'
import { WeekActions } from './WeekActions.tsx'
import { WeekTable } from './WeekTable.tsx'

type Opened = { row: SheetRow; day: string | undefined }

/** One's own week: the table, and what has become of it in each project. */
export function MySheet({ week }: { week: string }) {
  const data = useData(api.time.week, { params: { week }, query: {} })
  const today = useToday()
  const cells = useCells(data)
  const { rows, add } = useSheetRows(data.entries)
  const { dialog, open, close } = useDialog<Opened>()
  const show = useCallback((row: SheetRow, day?: string) => open({ row, day }), [open])
  const options = useSheetOptions(data, show)
  const Sheet = useIsNarrow(62) ? DayList : WeekTable
  const { root, focusRow } = useRowFocus()
  return (
    <Stack ref={root} gap="md">
      {rows.length > 0 ? (
        <Sheet week={week} rows={rows} cells={cells} options={options} />
      ) : (
        <Empty>No time in this week yet. Start a timer on a task or subtask, or add it here and type its time.</Empty>
      )}
      <AddRow
        rows={rows}
        add={(row) => {
          add(row)
          focusRow(row)
        }}
      />
      {(data.sheets.length > 0 || rows.length > 0) && <Approval week={data} />}
      {dialog && (
        <EntriesDialog work={dialog.row} day={dialog.day ?? daysOf(week).findLast((day) => day <= today)} close={close} />
      )}
    </Stack>
  )
}

const Approval = ({ week }: { week: ComponentProps<typeof WeekActions>['week'] }) => (
  <section aria-labelledby="approval">
    <Group justify="space-between" gap="sm" mb="xs">
      <Title order={2} id="approval" fz="var(--text-title)">
        Approval
      </Title>
      <WeekActions week={week} />
    </Group>
    <SheetStates sheets={week.sheets} />
  </section>
)

/** Moves the focus to a row once it is there: to today's cell, or else the first that can be changed. */
function useRowFocus() {
  const root = useRef<HTMLDivElement>(null)
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    const row = root.current?.querySelector(`[data-row="${wanted.current}"]`)
    const cell =
      row?.querySelector<HTMLElement>('[data-is-today] input') ?? row?.querySelector<HTMLElement>('input:not([readonly])')
    if (!cell) return
    wanted.current = undefined
    cell.focus()
  })
  return {
    root,
    focusRow: (row: SheetRow) => {
      wanted.current = workIdOf(row)
    },
  }
}
