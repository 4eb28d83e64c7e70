import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/messages.ts'
import { queued } from '../../api/queue.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { cancelled } from '../data/away.ts'

type NewSubtask = { title: string; task: number }

/** A subtask that is being saved or, if `reason` is set, was refused. */
type QuickEntry = NewSubtask & { key: number; reason?: string }

type Options = {
  add: (subtask: NewSubtask) => Promise<{ id: number } | typeof queued | typeof cancelled>
  /** Called with the new subtask's id once it is on the page. */
  onAdded: (id: number) => void
  /** Takes a refused subtask back into the field. False if it can't. */
  takeBack: (subtask: NewSubtask, reason: string) => boolean
}

/** The subtasks on their way to the server, in order. A refused one stays until it is retried or discarded. */
export function useQuickEntries({ add, onAdded, takeBack }: Options) {
  const [entries, setEntries] = useState<readonly QuickEntry[]>([])
  const lastKey = useRef(0)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const put = (entry: QuickEntry) =>
    setEntries((others) =>
      others.some(({ key }) => key === entry.key)
        ? others.map((other) => (other.key === entry.key ? entry : other))
        : [...others, entry],
    )
  const discard = ({ key }: { key: number }) => setEntries((others) => others.filter((other) => other.key !== key))

  const send = async ({ title, task, key = ++lastKey.current }: NewSubtask & { key?: number }) => {
    const entry = { key, title, task }
    put(entry)
    try {
      const added = await add(entry)
      discard(entry)
      if (added !== queued && added !== cancelled) onAdded(added.id)
    } catch (error) {
      const reason = messageOf(error)
      if (!isMounted.current) toast.error(`"${title}" was not saved.`, { autoClose: 10_000, reason })
      else if (takeBack(entry, reason)) discard(entry)
      else put({ ...entry, reason })
    }
  }
  return { entries, send: (subtask: NewSubtask & { key?: number }) => void send(subtask), discard }
}
