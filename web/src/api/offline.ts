// Whether the browser reaches the server.
import { useSyncExternalStore } from 'react'

let isServerAway = false
let isDisconnected = false
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** Whether there is no connection, or the server did not answer when it was asked who is logged in. */
export const isOffline = () => !navigator.onLine || isServerAway

/** Whether a request without an answer was lost to the connection, so that it should be sent again later. */
export const isConnectionLost = () => isOffline() || isDisconnected

/** Records whether the server has answered. */
export function setServerAway(isAway: boolean) {
  if (isServerAway === isAway) return
  isServerAway = isAway
  tell()
}

/** Records whether the tab's live connection is lost. */
export function setDisconnected(isLost: boolean) {
  if (isDisconnected === isLost) return
  isDisconnected = isLost
  tell()
}

/** Milliseconds. Browsers are online as soon as they have a network, which may be before requests reach the server. */
const settling = 10_000
let backAt = Number.NEGATIVE_INFINITY

/** Whether the browser has a network again, but requests may not reach the server yet. */
export const isJustBack = () => performance.now() - backAt < settling

window.addEventListener('online', () => {
  backAt = performance.now()
  // The server has to be asked again.
  setServerAway(false)
})

/** Calls the listener whenever the connection may be lost or back. Returns a function that removes it. */
export function onConnectionChange(listener: () => void) {
  listeners.add(listener)
  for (const event of ['online', 'offline']) window.addEventListener(event, listener)
  return () => {
    listeners.delete(listener)
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener)
  }
}

export const useIsOffline = () => useSyncExternalStore(onConnectionChange, isOffline)
