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
import { setDisconnected } from '../api/offline.ts'
import { type Connection, type ConnectionState, openConnection, reconnectAll } from './connection.ts'

type Sent = SentTo<typeof sockets.notifications>
/** A frame from the server. */
export type Frame = Notification | Newer | AllRead | LiveEvent | FrameRefused

/** The tab's connection for notifications and live events. */
let connection: Connection<Sent> | undefined
let state: ConnectionState = 'connecting'
const subscriberCounts = new Map<string, number>()
const frameListeners = new Set<(frame: Frame) => void>()
const stateListeners = new Set<() => void>()

/** Milliseconds. A connection without any frame `pingTimeout` after a ping is dead. */
const pingInterval = 25_000
const pingTimeout = 10_000

/** Milliseconds before a subscription within which a read may have missed events: longer than a read counts as fresh. */
const readLead = 10_000
/** Milliseconds. What happened earlier is not known to the server any more. */
const longestStart = 45_000

type Options = {
  /** The id of the newest notification in this tab, 0 for none. */
  newest: () => number
  /** Called with the close code that refuses the connection for good. */
  onRefused: (code: number) => void
}

/** Opens the tab's connection. Returns a function that closes it. */
export function connectToEvents({ newest, onRefused }: Options) {
  let receivedAt = Date.now()
  // Everything that happened before this has been received. The page's reads started with the page at the earliest.
  let completeUntil = Date.now() - Math.min(performance.now(), longestStart)
  /** The number of `watching` frames on this connection: one before the events that were missed, and one after them, in answer to a frame. */
  let timesWatching = 0
  const path = () => {
    const age = String(Math.round(Date.now() - completeUntil + readLead))
    const query = new URLSearchParams({ newest: String(newest()), watch: wantedTopics().join(), age })
    return `${sockets.notifications.route.slice('WS '.length)}?${query}`
  }
  connection = openConnection<Sent, Frame>(path, {
    onFrame(frame) {
      receivedAt = Date.now()
      if ('type' in frame && frame.type === 'watching') timesWatching++
      if (timesWatching > 1) completeUntil = receivedAt
      for (const listener of frameListeners) listener(frame)
    },
    onOpen() {
      receivedAt = Date.now()
      timesWatching = 0
      sendTopics()
    },
    onState: setState,
    onRefused,
  })
  const pinging = setInterval(() => {
    const sentAt = Date.now()
    if (!sendTopics()) return
    setTimeout(() => {
      if (receivedAt < sentAt && state === 'open') reconnectAll()
    }, pingTimeout)
  }, pingInterval)
  return () => {
    clearInterval(pinging)
    connection?.close()
    connection = undefined
    setState('connecting')
  }
}

function setState(next: ConnectionState) {
  state = next
  setDisconnected(next === 'lost')
  for (const listener of stateListeners) listener()
}

const wantedTopics = () => ['mine', ...subscriberCounts.keys()].slice(0, mostWatched)

/** The server answers this frame, so it also serves as a ping. */
const sendTopics = () => sendFrame({ action: 'watch', topics: wantedTopics(), age: readLead })

export const sendFrame = (frame: Sent) => connection?.send(frame) ?? false

/** Subscribes to the project's events while the component is mounted. */
export const useProjectSubscription = (project_id: number | undefined) =>
  useSubscription(Number.isSafeInteger(project_id) && Number(project_id) > 0 ? `project ${project_id}` : undefined)

/** Subscribes to the topic while the component is mounted. */
export function useSubscription(topic: string | undefined) {
  useEffect(() => (topic === undefined ? undefined : subscribe(topic)), [topic])
}

/** Returns a function that ends the subscription. */
export function subscribe(topic: string) {
  const before = subscriberCounts.get(topic) ?? 0
  subscriberCounts.set(topic, before + 1)
  if (!before) sendTopics()
  return () => {
    const left = (subscriberCounts.get(topic) ?? 1) - 1
    if (left) subscriberCounts.set(topic, left)
    else {
      subscriberCounts.delete(topic)
      sendTopics()
    }
  }
}

/** Calls the listener for every frame. Returns a function that removes it. */
export function onFrame(listener: (frame: Frame) => void) {
  frameListeners.add(listener)
  return () => void frameListeners.delete(listener)
}

export const useConnectionState = () =>
  useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener)
      return () => void stateListeners.delete(listener)
    },
    () => state,
  )
