import { api, may } from 'contract'
import { useMe } from '../session/session.ts'
import { askTimer, useIsRunning } from './running.ts'
import styles from './TimerButton.module.css'

type Props = {
  subtask: { id: number; key: string; title: string }
  task: number
  project: number
}

/** Starts and stops the timer on a subtask. Absent for those who record no time. */
// A plain button for speed: a long list has hundreds of them.
export function TimerButton({ subtask: { id, key, title }, task, project }: Props) {
  const { role } = useMe()
  const isRunning = useIsRunning(id)
  if (!may(role, api.time.start)) return null
  const name = isRunning ? 'Stop timer' : `Start timer on ${key}`
  const act = () => askTimer(({ start, stop }) => (isRunning ? stop() : start({ subtask: id, task, project, key, title })))
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
