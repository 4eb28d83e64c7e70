import { Button } from '@mantine/core'
import { type Status, statuses } from 'contract'
import { useCallback, useMemo } from 'react'
import { oneOf } from '../../ui/hooks/address.ts'
import { taskStatusOptions } from '../../ui/theme/badges.tsx'
import { useKind } from './kinds.tsx'
import { useColumns } from './useColumns.ts'
import { useWork } from './useWork.ts'
import { WorkBoard } from './WorkBoard.tsx'
import { CardOfStatus } from './WorkCard.tsx'
import { type ViewProps, WorkView } from './WorkView.tsx'

/** The project's subtasks or tasks by status. */
export function StatusView({ actions, ...props }: ViewProps) {
  const { project, tasks } = props
  const { kind, all, control } = useKind(tasks)
  // A card that is dropped on Done would disappear.
  const work = useWork(all, { isDoneShown: true })
  const { shown, view, put, onHold } = work
  const groups = useMemo(
    () => statuses.map((status) => ({ id: status, items: shown.filter((item) => item.status === status) })),
    [shown],
  )
  const { showsCompleted } = view
  const columnOf = useCallback(
    ({ id }: { id: Status }) => ({
      title: taskStatusOptions.find(({ value }) => value === id)?.label ?? id,
      empty: id === 'done' && !showsCompleted ? <HiddenWork show={() => put({ completed: '1' })} /> : 'Nothing here.',
    }),
    [showsCompleted, put],
  )
  const columns = useColumns(groups, { tasks, Content: CardOfStatus, columnOf })
  return (
    <WorkView
      {...props}
      work={work}
      kind={kind}
      empty={`No ${kind} yet`}
      controls={control}
      isAlwaysShown
      board={
        <WorkBoard
          project={project}
          tasks={tasks}
          items={shown}
          columns={columns}
          actions={actions}
          label={kind === 'tasks' ? 'Tasks by status' : 'Subtasks by status'}
          name="status"
          hint={(count) =>
            count > 1 ? `Drop on a column to set the status of all ${count} selected.` : 'Drop on a column to set the status.'
          }
          inactive="Cannot change the status in an inactive project."
          drop={(items, to, bulk) => {
            const status = oneOf(statuses, String(to))
            return status && bulk.setStatus(items, status)
          }}
          onHold={onHold}
        />
      }
    />
  )
}

const HiddenWork = ({ show }: { show: () => void }) => (
  <>
    What is done is not shown.
    <br />
    <Button variant="subtle" size="compact-sm" mt="2xs" onClick={show}>
      Show completed
    </Button>
  </>
)
