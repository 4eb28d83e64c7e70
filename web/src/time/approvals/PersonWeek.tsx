import { Anchor, Button, Stack, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { api, type TimeSheet } from 'contract'
import { Link } from 'react-router'
import { useChange, useData } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { useIsNarrow } from '../../ui/hooks/useIsNarrow.ts'
import { EntriesDialog } from '../entries/EntriesDialog.tsx'
import { DayList } from '../sheet/DayList.tsx'
import type { SheetOptions } from '../sheet/SheetCellOf.tsx'
import { SheetStates } from '../sheet/states.tsx'
import { WeekTable } from '../sheet/WeekTable.tsx'
import { cellsOf, rowsOf, type SheetRow, weekInWords } from '../week.ts'
import { ReturnDialog } from './ReturnDialog.tsx'

type Props = { person: string; week: string }

/** Another person's week, to approve or to return. */
export const PersonWeek = (props: Props) => (
  <>
    <Anchor component={Link} to="/time/approvals">
      <IconArrowLeft size={14} aria-hidden /> All weeks
    </Anchor>
    <Loaded
      skeleton={<SkeletonRows rows={6} />}
      failed="The week could not be loaded."
      notFound={<Empty>There is no such week, or you don’t decide about it.</Empty>}
    >
      <Shown {...props} />
    </Loaded>
  </>
)

const nothingPending = { added: [], changed: [], removed: [] }

function Shown({ person, week }: Props) {
  const data = useData(api.time.week, { params: { week }, query: { person } })
  const { dialog, open, close } = useDialog<SheetRow>()
  const today = useToday()
  const name = `${data.person.full_name}: week of ${weekInWords(week, today)}`
  const options: SheetOptions = {
    name,
    mayTime: () => false,
    reasonFor: () => 'Only its person changes this time.',
    save: () => Promise.resolve(),
    open,
  }
  const Sheet = useIsNarrow(62) ? DayList : WeekTable
  return (
    <Stack gap="md" mt="xs">
      <Title order={2}>{name}</Title>
      <Decisions sheets={data.sheets} />
      {data.entries.length > 0 ? (
        <Sheet week={week} rows={rowsOf(data.entries)} cells={cellsOf(data.entries, nothingPending)} options={options} />
      ) : (
        <Empty>No time in this week.</Empty>
      )}
      {dialog && <EntriesDialog work={dialog} isReadOnly close={close} />}
    </Stack>
  )
}

/** The state of the week in each project, and the buttons that decide. */
function Decisions({ sheets }: { sheets: readonly TimeSheet[] }) {
  const { id: me } = useMe()
  const { dialog, open, close } = useDialog<TimeSheet>()
  const { approve, isApproving } = useApproval()
  const actionsOf = (sheet: TimeSheet) =>
    sheet.person.id !== me && (
      <>
        {sheet.status === 'submitted' && (
          <Button size="xs" loading={isApproving} aria-label={`Approve ${sheet.project_name}`} onClick={() => approve(sheet)}>
            Approve
          </Button>
        )}
        {(sheet.status === 'submitted' || sheet.status === 'approved') && (
          <Button variant="default" size="xs" aria-label={`Return ${sheet.project_name}`} onClick={() => open(sheet)}>
            Return
          </Button>
        )}
      </>
    )
  return (
    <>
      <SheetStates sheets={sheets} actionsOf={actionsOf} />
      {dialog && <ReturnDialog sheet={dialog} close={close} />}
    </>
  )
}

function useApproval() {
  const { mutateAsync, isPending } = useChange(api.time.approve, { touches: [api.time.week, api.time.sheets] })
  const approve = ({ id, person }: TimeSheet) =>
    void mutateAsync({ params: { sheet_id: String(id) } }).then(
      () => toast.success(`The week of ${person.full_name} has been approved.`),
      (error) => toast.error(messageOf(error, 'The week could not be approved.')),
    )
  return { approve, isApproving: isPending }
}
