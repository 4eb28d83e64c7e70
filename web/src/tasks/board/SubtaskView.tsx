import { Flex } from '@mantine/core'
import type { Subtask } from 'contract'
import { useMemo } from 'react'
import sections from '../TaskSection.module.css'
import { AssignmentBoard } from './AssignmentBoard.tsx'
import { countAssignments, subtasksOf } from './board.ts'
import { useWork } from './useWork.ts'
import { type ViewProps, WorkView } from './WorkView.tsx'

/** The project's subtasks by assignee, with filters and counters above the board. */
export function SubtaskView({ actions, ...props }: ViewProps) {
  const { project, tasks } = props
  const work = useWork(useMemo(() => subtasksOf(tasks), [tasks]))
  const { shown, onHold } = work
  return (
    <WorkView
      {...props}
      work={work}
      empty="No subtasks to assign"
      board={<AssignmentBoard project={project} tasks={tasks} subtasks={shown} actions={actions} onHold={onHold} />}
    >
      <Counters subtasks={shown} />
    </WorkView>
  )
}

function Counters({ subtasks }: { subtasks: readonly Subtask[] }) {
  const { assigned, unassigned: free, rate } = countAssignments(subtasks)
  return (
    <Flex component="ul" columnGap="xs" className={`${sections.summary} fine tabular`}>
      <li>{assigned} assigned</li>
      <li>{free} unassigned</li>
      <li>{rate}% assignment rate</li>
    </Flex>
  )
}
