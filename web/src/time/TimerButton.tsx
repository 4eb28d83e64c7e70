import { api, may, type Timer } from 'contract'
import { useMe } from '../session/session.ts'
import { askTimer, useIsRunning, workIdOf } from './running.ts'
import styles from './TimerButton.module.css'

type Props = { of: Omit<Timer, 'started_at'> }

/** Starts and stops the timer on a task or subtask. Absent for those who record no time. */
// A plain button for speed: a long list has hundreds of them.
export function TimerButton({ of: { project, task, subtask, key, title } }: Props) {
  const { role } = useMe()
  const isRunning = useIsRunning(workIdOf({ task, subtask }))
  if (!may(role, api.time.start)) return null
  const name = isRunning ? 'Stop timer' : `Start timer on ${key}`
  const act = () => askTimer(({ start, stop }) => (isRunning ? stop() : start({ project, task, subtask, key, title })))
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={name}
      title={name}
      data-is-running={isRunning || undefined}
      onClick={act}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
        <path d={isRunning ? 'M4.5 4.5h7v7h-7z' : 'M5 3.2v9.6l8-4.8z'} />
      </svg>
    </button>
  )
}
