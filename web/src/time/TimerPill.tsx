import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, durationInWords, type Result, type TimeEntry, type Timer } from 'contract'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { keyOf, readOf, useChange } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { timeReads } from './changes.ts'
import { clockOf } from './duration.ts'
import { askTimer, controlTimer, pageOf, showRunning, type TimerControl, workIdOf } from './running.ts'
import styles from './TimerPill.module.css'

type State = Result<typeof api.time.timer>
type Answer = Result<typeof api.time.stop>

const key = keyOf(api.time.timer, {})
/** Events tell when the timer changes elsewhere. */
const staleTime = Number.POSITIVE_INFINITY

/** The running timer in the top bar; nothing while none runs. Rows start and stop it through `running.ts`. */
export function TimerPill() {
  const { data } = useQuery({ ...readOf(api.time.timer, {}), staleTime })
  const timer = data?.timer
  const work_id = timer ? workIdOf(timer) : undefined
  const control = useControl()
  useEffect(() => controlTimer(control), [control])
  useEffect(() => {
    showRunning(work_id)
    return () => showRunning(undefined)
  }, [work_id])
  return timer && <Pill timer={timer} />
}

function Pill({ timer }: { timer: Timer }) {
  return (
    <section className={styles.pill} aria-label="Timer">
      <Link className={styles.link} to={pageOf(timer)} title={`${timer.key} ${timer.title}`}>
        <span className={styles.dot} />
        <VisuallyHidden>Runs on</VisuallyHidden>
        <span className={styles.key}>{timer.key}</span>
        <VisuallyHidden>{timer.title}</VisuallyHidden>
        <Elapsed since={timer.started_at} />
      </Link>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={26}
        radius="xl"
        aria-label="Stop timer"
        title="Stop timer"
        onClick={() => askTimer(({ stop }) => stop())}
      >
        <svg width="14" height="14" viewBox="0 0 14 14" fill="currentColor" aria-hidden="true">
          <path d="M3 3h8v8H3z" />
        </svg>
      </ActionIcon>
    </section>
  )
}

// The two clocks may differ by some seconds.
const elapsed = (since: string) => clockOf(Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 60_000)))

/** Renders alone, and only when the minute changes. */
function Elapsed({ since }: { since: string }) {
  const [shown, setShown] = useState(() => elapsed(since))
  useEffect(() => {
    const tick = () => setShown(elapsed(since))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [since])
  return <span className={styles.time}>{shown}</span>
}

/** The last start or stop. The next one is sent after its answer. */
let last: Promise<unknown> = Promise.resolve()

function useControl(): TimerControl {
  const client = useQueryClient()
  const effects = {
    touches: timeReads,
    shows: [api.time.timer],
    onAnswer: ({ timer }: Answer) => void client.setQueryData<State>(key, { timer }),
  }
  const { mutateAsync: startTimer } = useChange(api.time.start, effects)
  const { mutateAsync: startOnTask } = useChange(api.time.startOnTask, effects)
  const { mutateAsync: stopTimer } = useChange(api.time.stop, effects)
  return useMemo(() => {
    /** Shows the timer at once, and the former one again if the server refuses. */
    const change = (timer: Timer | null, send: () => Promise<Answer>) => {
      const before = client.getQueryData<State>(key)
      void client.cancelQueries({ queryKey: key })
      client.setQueryData<State>(key, { timer })
      last = last.then(send).then(
        ({ recorded }) => before?.timer && (!timer || workIdOf(before.timer) !== workIdOf(timer)) && tell(recorded),
        (error) => {
          client.setQueryData<State>(key, before)
          toast.error(messageOf(error, timer ? 'The timer could not be started.' : 'The timer could not be stopped.'))
        },
      )
    }
    return {
      start: (work) =>
        change({ ...work, started_at: new Date().toISOString() }, () =>
          work.subtask === null
            ? startOnTask({ params: { task_id: String(work.task) } })
            : startTimer({ params: { subtask_id: String(work.subtask) } }),
        ),
      stop: () => change(null, () => stopTimer({})),
    }
  }, [client, startTimer, startOnTask, stopTimer])
}

/** Says what the stopped timer has recorded. */
function tell(recorded: readonly TimeEntry[]) {
  const [first] = recorded
  if (!first) return toast.success('Under half a minute: nothing recorded.')
  const minutes = recorded.reduce((sum, entry) => sum + entry.minutes, 0)
  toast.success(`${durationInWords(minutes)} recorded on ${first.key}.`, { open: '/time' })
}
