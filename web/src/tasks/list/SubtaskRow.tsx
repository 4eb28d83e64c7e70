import type { Status, Subtask } from 'contract'
import type { CheckBoxChange } from 'contract/markdown'
import { plainText } from 'contract/plain-text'
import { memo, type ReactNode } from 'react'
import { useHighlight } from '../../live/highlights.ts'
import { TimerButton } from '../../time/TimerButton.tsx'
import { clip } from '../../ui/text/clip.ts'
import { DueDate } from '../../ui/text/DueDate.tsx'
import { Initials } from '../../ui/text/Initials.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { WorkKey } from '../../ui/text/WorkKey.tsx'
import { PriorityBadge, TaskStatusBadge } from '../../ui/theme/badges.tsx'
import type { TaskActions } from '../data/actions.ts'
import { BlockedMark } from '../parts/BlockedMark.tsx'
import { StatusMenu } from '../parts/StatusMenu.tsx'
import { WorkTime } from '../parts/WorkTime.tsx'
import { SubtaskMenu } from './SubtaskMenu.tsx'
import styles from './SubtaskRow.module.css'

type Props = {
  subtask: Subtask
  project: number
  today: string
  /** Absent when the person may not change the status. */
  setStatus?: ((subtask: Subtask, status: Status) => void) | undefined
  /** Absent for everybody but the project's manager. */
  actions?: TaskActions | undefined
  /** Why nothing can be changed; undefined when it can. */
  reason?: string | undefined
  /** Shows the whole description instead of its beginning. */
  isWhole?: boolean
  /** The button that asks for it, where nobody has it. */
  ask?: ReactNode
}

export const SubtaskRow = memo(function SubtaskRow(props: Props) {
  const { subtask, project, today, setStatus, actions, reason, isWhole = false, ask } = props
  const { id, key, title, description, status, due_date, priority, assigned_to } = subtask
  const work = { project, task: subtask.task, subtask: id, key, title }
  const setCheckBox =
    isWhole && actions && !reason ? (check_box: CheckBoxChange) => actions.checkSubtask(subtask, check_box) : undefined
  // Clipped text is not linked: a clipped address would lead elsewhere.
  const plain = isWhole ? description : plainText(description)
  const clipped = isWhole ? description : clip(plain)
  return (
    <li id={`subtask-${subtask.id}`} className={styles.row} data-row={subtask.id} {...useHighlight('subtask', subtask.id)}>
      <div className={styles.status}>
        {setStatus && !reason ? (
          <StatusMenu of={title} status={status} onChoose={(wanted) => setStatus(subtask, wanted)} />
        ) : (
          <TaskStatusBadge status={status} />
        )}
      </div>
      <div className={styles.what}>
        <div>
          <WorkKey of={subtask} /> {title} <BlockedMark of={subtask} />
        </div>
        {description && (
          <div className={`fine ${styles.description}`} title={clipped === plain ? undefined : plain}>
            {clipped === plain ? <Markdown setCheckBox={setCheckBox}>{description}</Markdown> : clipped}
          </div>
        )}
      </div>
      <div className={styles.timer}>{!reason && <TimerButton of={work} />}</div>
      <div className={styles.facts}>
        <span className={styles.person}>
          {assigned_to ? (
            <>
              <Initials id={assigned_to.id} name={assigned_to.full_name} size={20} />
              <span className="truncate" title={assigned_to.full_name}>
                {assigned_to.full_name}
              </span>
            </>
          ) : (
            <span className="fine">Unassigned</span>
          )}
        </span>
        <span>
          <PriorityBadge priority={priority} />
        </span>
        <span className="tabular">{due_date && <DueDate date={due_date} today={today} isDone={status === 'done'} />}</span>
        <span>
          <WorkTime work={work} estimate={subtask.estimated_hours} spent={subtask.spent_minutes} reason={reason} />
        </span>
      </div>
      {ask}
      {actions && (
        <div className={styles.menu}>
          <SubtaskMenu subtask={subtask} actions={actions} reason={reason} />
        </div>
      )}
    </li>
  )
})
