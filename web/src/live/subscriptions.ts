import {
  type AllRead,
  type FrameRefused,
  type LiveEvent,
  mostWatched,
  type Newer,
  type Notification,
  type SentTo,
  sockets,
} from 'contract'
import { useEffect, useSyncExternalStore } from 'react'
import { type Line, type LineState, openLine, reconnectAll } from './connection.ts'

type Sent = SentTo<typeof sockets.notifications>
/** What comes over the connection. */
export type Frame = Notification | Newer | AllRead | LiveEvent | FrameRefused

/** One connection a tab: what this person is told, and what changes of what they look at. */
let line: Line<Sent> | undefined
let state: LineState = 'connecting'
const counts = new Map<string, number>()
/** What the server has said comes over this connection. */
let followed: ReadonlySet<string> = new Set()
const listeners = new Set<(frame: Frame) => void>()
const reopened = new Set<() => void>()
const watchers = new Set<() => void>()

/** Milliseconds: a connection that says nothing for so long after a question is none. */
const every = 25_000
const patience = 10_000

type Options = {
  /** The newest notification that is known here, 0 for none. */
  newest: () => number
  /** Hears a close code that ends it for good. */
  onOver: (code: number) => void
}

/** Connects, until what it answers is called. */
export function connectLive({ newest, onOver }: Options) {
  let heardAt = Date.now()
  let isFirst = true
  let stated = ''
  const address = () => {
    stated = watchedTopics().join()
    const query = new URLSearchParams({ newest: String(newest()), watch: stated })
    return `${sockets.notifications.route.slice('WS '.length)}?${query}`
  }
  line = openLine<Sent, Frame>(address, {
    onFrame(frame) {
      heardAt = Date.now()
      if ('type' in frame && frame.type === 'watching') followed = new Set(frame.topics)
      for (const listener of listeners) listener(frame)
    },
    onOpen() {
      heardAt = Date.now()
      if (watchedTopics().join() !== stated) sendWatched()
      if (!isFirst) for (const again of reopened) again()
      isFirst = false
    },
    onState(next) {
      state = next
      if (next !== 'open') followed = new Set()
      for (const changed of watchers) changed()
    },
    onOver,
  })
  const asking = setInterval(() => {
    const askedAt = Date.now()
    if (!sendWatched()) return
    setTimeout(() => {
      if (heardAt < askedAt && state === 'open') reconnectAll()
    }, patience)
  }, every)
  return () => {
    clearInterval(asking)
    line?.close()
    line = undefined
    state = 'connecting'
    followed = new Set()
  }
}

const watchedTopics = () => ['mine', ...counts.keys()].slice(0, mostWatched)

/** Answered by the server, so it also finds out whether there is still one. */
const sendWatched = () => line?.send({ action: 'watch', topics: watchedTopics() }) ?? false

export const tellServer = (frame: Sent) => line?.send(frame) ?? false

/** As long as this is on the screen, the project's changes come. */
export const useWatch = (project_id: number | undefined) =>
  useTopic(Number.isSafeInteger(project_id) && Number(project_id) > 0 ? `project ${project_id}` : undefined)

/** As long as this is on the screen, what is sent to those who watch the topic comes. */
export function useTopic(topic: string | undefined) {
  useEffect(() => {
    if (topic === undefined) return
    const before = counts.get(topic) ?? 0
    counts.set(topic, before + 1)
    if (!before) sendWatched()
    return () => {
      const left = (counts.get(topic) ?? 1) - 1
      if (left) counts.set(topic, left)
      else {
        counts.delete(topic)
        sendWatched()
      }
    }
  }, [topic])
}

/** Hears every frame. Answers how to stop. */
export function listen(listener: (frame: Frame) => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Called once, as soon as what is sent to those who watch the topic comes. Answers how to stop. */
export function onFollowed(topic: string, act: () => void) {
  const stop = listen(() => {
    if (!followed.has(topic)) return
    stop()
    act()
  })
  return stop
}

/** Whether what is sent to those who watch the topic comes, within so many milliseconds. */
export async function whenFollowed(topic: string, milliseconds: number) {
  if (followed.has(topic)) return true
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop = () => {}
  const isFollowed = await new Promise<boolean>((resolve) => {
    stop = onFollowed(topic, () => resolve(true))
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  clearTimeout(timer)
  stop()
  return isFollowed
}

/** Called after each interruption. Answers how to stop. */
export function onReopen(again: () => void) {
  reopened.add(again)
  return () => void reopened.delete(again)
}

export const useLiveState = () =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    () => state,
  )
