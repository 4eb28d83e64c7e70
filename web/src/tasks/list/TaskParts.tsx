import type { Subtask, Task } from 'contract'
import { plainText } from 'contract/plain-text'
import { memo } from 'react'
import { useHighlight } from '../../live/highlights.ts'
import { TimerButton } from '../../time/TimerButton.tsx'
import { clip } from '../../ui/text/clip.ts'
import { LinkedText } from '../../ui/text/LinkedText.tsx'
import { WorkKey } from '../../ui/text/WorkKey.tsx'
import { isOwn, mayAskFor } from '../data/own.ts'
import { AllDone } from '../parts/AllDone.tsx'
import { AskForIt } from '../parts/AskForIt.tsx'
import { BlockedMark } from '../parts/BlockedMark.tsx'
import { Hours } from '../parts/Hours.tsx'
import { AddSubtask } from './AddSubtask.tsx'
import { AssigneeCell, DueCell, PriorityCell, StatusCell } from './cells.tsx'
import { useRows } from './rows.ts'
import { SubtaskMenu } from './SubtaskMenu.tsx'
import { RowCheck } from './selection.tsx'
import styles from './TaskParts.module.css'
import rowStyles from './TaskRow.module.css'

const fewSubtasks = 8

/** The description and the subtasks of an open task. */
export function TaskParts({ task, showsAll }: { task: Task; showsAll: boolean }) {
  const { me, actions, own, reason, showAll } = useRows()
  const { id, description, subtasks } = task
  const plain = plainText(description)
  const shown = showsAll || subtasks.length <= fewSubtasks + 1 ? subtasks : subtasks.slice(0, fewSubtasks)
  return (
    <div className={styles.parts}>
      {description && (
        <p className={`${styles.description} clip-2`} title={plain}>
          <LinkedText>{plain}</LinkedText>
        </p>
      )}
      {subtasks.length > 0 && (
        <ul aria-label="Subtasks">
          {shown.map((subtask) => (
            <SubtaskLine key={subtask.id} subtask={subtask} project={task.project} />
          ))}
        </ul>
      )}
      {shown.length < subtasks.length && (
        <button type="button" className={styles.more} onClick={() => showAll(id)}>
          Show all {subtasks.length} subtasks
        </button>
      )}
      {!reason && own && (actions || isOwn(me, task)) && (
        <div className={styles.add}>
          <AllDone task={task} setStatus={own.setTaskStatus} />
        </div>
      )}
      {actions && !reason && (
        <div className={styles.add}>
          <AddSubtask task={task} onAdd={() => showAll(id)} />
        </div>
      )}
    </div>
  )
}

/** A subtask in one line under its task, in the same columns. */
const SubtaskLine = memo(function SubtaskLine({ subtask, project }: { subtask: Subtask; project: number }) {
  const { today, members, me, actions, own, reason } = useRows()
  const { id, title, description, status, priority, due_date, estimated_hours, spent_minutes, assigned_to } = subtask
  const plain = plainText(description)
  const edit = reason ? undefined : actions
  const setStatus = edit?.setSubtaskStatus ?? (isOwn(me, subtask) ? own?.setSubtaskStatus : undefined)
  return (
    <li className={rowStyles.row} data-row={id} data-kind="subtask" tabIndex={-1} {...useHighlight('subtask', id)}>
      <RowCheck id={id} title={title} />
      <div className={rowStyles.what}>
        <WorkKey of={subtask} />
        <div className={styles.subtitle}>
          <div className="clip-2" title={title}>
            {title}
          </div>
          {description && (
            <div className="fine" title={plain}>
              {clip(plain)}
            </div>
          )}
        </div>
        <BlockedMark of={subtask} />
        {!reason && <TimerButton of={{ project, task: subtask.task, subtask: id, key: subtask.key, title }} />}
      </div>
      <span className={`dimmed ${rowStyles.count}`}>
        <Hours estimate={estimated_hours} spent={spent_minutes} />
      </span>
      {mayAskFor(me, subtask) && !reason ? (
        <span className={rowStyles.people}>
          <AskForIt subtask_id={id} title={title} isInLine />
        </span>
      ) : (
        <AssigneeCell
          of={title}
          assignee={assigned_to}
          isNamed
          people={assigned_to ? [assigned_to] : []}
          members={members}
          save={edit && ((assigned_to_id) => edit.changeSubtask(subtask, { assigned_to_id }))}
        />
      )}
      <DueCell
        of={title}
        date={due_date}
        today={today}
        isDone={status === 'done'}
        save={edit && ((date) => edit.changeSubtask(subtask, { due_date: date }))}
      />
      <PriorityCell
        of={title}
        priority={priority}
        save={edit && ((wanted) => edit.changeSubtask(subtask, { priority: wanted }))}
      />
      <StatusCell of={title} status={status} save={setStatus && ((wanted) => setStatus(subtask, wanted))} />
      {actions && <SubtaskMenu subtask={subtask} actions={actions} reason={reason} />}
    </li>
  )
})
