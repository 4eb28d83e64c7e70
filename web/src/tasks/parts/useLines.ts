import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/messages.ts'
import { toast } from '../../ui/feedback/toast.tsx'

type Entry = { title: string; task: number }

/** A subtask that is being saved or, with the reason, could not be. */
export type Line = Entry & { key: number; reason?: string }

type Options = {
  add: (entry: Entry) => Promise<{ id: number }>
  /** Told the new one's id, once it is on the page. */
  added: (id: number) => void
  /** True where a refused one has found another place to be shown. */
  takeBack: (entry: Entry, reason: string) => boolean
}

export type Lines = ReturnType<typeof useLines>

/** Typed lines on their way to the server, in order. One that is refused stays until it is sent again or discarded. */
export function useLines({ add, added, takeBack }: Options) {
  const [shown, show] = useState<readonly Line[]>([])
  const next = useRef(0)
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])

  const send = async ({ title, task, ...from }: Entry & { key?: number }) => {
    const { key = ++next.current } = from
    const line = { key, title, task }
    const without = (lines: readonly Line[]) => lines.filter((other) => other.key !== key)
    show((lines) => (lines.some((other) => other.key === key) ? lines.map((l) => (l.key === key ? line : l)) : [...lines, line]))
    try {
      const { id } = await add(line)
      show(without)
      added(id)
    } catch (error) {
      const reason = messageOf(error)
      if (!isThere.current) toast.error(`"${title}" was not saved.`, { autoClose: 10_000, reason })
      else if (takeBack(line, reason)) show(without)
      else show((lines) => lines.map((l) => (l.key === key ? { ...line, reason } : l)))
    }
  }
  return {
    shown,
    send: (entry: Entry & { key?: number }) => void send(entry),
    discard: ({ key }: Line) => show((lines) => lines.filter((line) => line.key !== key)),
  }
}
