import { ActionIcon, Button, Group, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, durationInWords, longestTimer, type Result, type TimeEntry, type Timer } from 'contract'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { keyOf, readOf, useChange } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { choose } from '../ui/feedback/confirm.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { formatMoment } from '../ui/text/dates.ts'
import { timeReads } from './changes.ts'
import { clockOf, readTime } from './duration.ts'
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
const elapsedMinutes = (since: string) => Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 60_000))
const elapsed = (since: string) => clockOf(elapsedMinutes(since))

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
    const change = (timer: Timer | null, send: () => Promise<Answer>, isDiscarded = false) => {
      const before = client.getQueryData<State>(key)
      void client.cancelQueries({ queryKey: key })
      client.setQueryData<State>(key, { timer })
      last = last.then(send).then(
        ({ recorded }) => before?.timer && (!timer || workIdOf(before.timer) !== workIdOf(timer)) && tell(recorded, isDiscarded),
        (error) => {
          client.setQueryData<State>(key, before)
          toast.error(messageOf(error, timer ? 'The timer could not be started.' : 'The timer could not be stopped.'))
        },
      )
    }
    /** Stops a timer, after a question if it has run for more than a working day. False if the question was cancelled. */
    const stop = async () => {
      const timer = client.getQueryData<State>(key)?.timer
      if (!timer || elapsedMinutes(timer.started_at) <= longestTimer) {
        change(null, () => stopTimer({ query: {} }))
        return true
      }
      const minutes = await askHowLong(timer)
      if (minutes === undefined) return false
      const query = { minutes: String(minutes), started_at: timer.started_at }
      change(null, () => stopTimer({ query }), minutes === 0)
      return true
    }
    const start: TimerControl['start'] = async (work) => {
      const before = client.getQueryData<State>(key)?.timer
      const isForgotten = before && workIdOf(before) !== workIdOf(work) && elapsedMinutes(before.started_at) > longestTimer
      if (isForgotten && !(await stop())) return
      change({ ...work, started_at: new Date().toISOString() }, () =>
        work.subtask === null
          ? startOnTask({ params: { task_id: String(work.task) } })
          : startTimer({ params: { subtask_id: String(work.subtask) } }),
      )
    }
    return { start, stop }
  }, [client, startTimer, startOnTask, stopTimer])
}

/** The minutes that the work took, 0 for none. Undefined when cancelled. */
const askHowLong = (timer: Timer) =>
  choose<number>({ title: 'How long was it?', content: (answer) => <HowLong timer={timer} answer={answer} /> })

/** The question about a timer that has run for more than a working day. */
function HowLong({ timer: { key, title, started_at }, answer }: { timer: Timer; answer: (minutes?: number) => void }) {
  const [time, setTime] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { minutes, problem } = readTime(time)
    if (minutes === undefined) setProblem(problem)
    else if (minutes > elapsedMinutes(started_at)) setProblem('The timer has not run for that long.')
    else answer(minutes)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Text size="sm" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        The timer on {key} {title} has run since {formatMoment(started_at)}. How long did you work on it from then on?
      </Text>
      <TextInput
        label="Time"
        placeholder="1:30"
        autoComplete="off"
        withAsterisk
        data-autofocus
        value={time}
        error={problem}
        onChange={(event) => setTime(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={() => answer()}>
          Cancel
        </Button>
        <Button variant="default" onClick={() => answer(0)}>
          Record nothing
        </Button>
        <Button type="submit">Record</Button>
      </Group>
    </form>
  )
}

/** Says what the stopped timer has recorded. */
function tell(recorded: readonly TimeEntry[], isDiscarded: boolean) {
  const [first] = recorded
  if (isDiscarded) return toast.success('The timer is stopped, and nothing recorded.')
  if (!first) return toast.success('Under half a minute: nothing recorded.')
  const minutes = recorded.reduce((sum, entry) => sum + entry.minutes, 0)
  toast.success(`${durationInWords(minutes)} recorded on ${first.key}.`, { open: '/time' })
}
