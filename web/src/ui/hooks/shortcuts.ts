import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { storage } from '../../api/storage.ts'

export type Shortcut = {
  /** Values of `KeyboardEvent.key`, such as `/`; a sequence of two is separated by a space, such as `g d`. */
  keys: string
  /** The action, such as 'New project'. */
  label: string
  /** The heading in the list of shortcuts; absent: 'This page'. */
  group?: string
  /** Absent for a shortcut that the focused element handles: it is only listed. */
  run?: () => void
  /** The element it acts on: of several shortcuts with the same keys, the first in view runs. */
  on?: RefObject<HTMLElement | null>
}

type Registration = RefObject<readonly Shortcut[]>

const registered = new Set<Registration>()

/** Registers shortcuts while the component is mounted. They are off while the person types or a dialog or menu is open. */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    if (registered.size === 0) document.addEventListener('keydown', onKeyDown)
    registered.add(latest)
    return () => {
      registered.delete(latest)
      if (registered.size === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

const ofPage = 'This page'

/** The registered shortcuts by heading, each key once; those of the page come first. */
export function shortcutsByGroup() {
  const groups = new Map<string, Map<string, Shortcut[]>>([[ofPage, new Map()]])
  for (const shortcut of all()) {
    const { group = ofPage, keys, label } = shortcut
    const listed = groups.get(group) ?? new Map<string, Shortcut[]>()
    const same = listed.get(keys) ?? []
    if (!same.some((other) => other.label === label)) listed.set(keys, [...same, shortcut])
    groups.set(group, listed)
  }
  return [...groups].flatMap(([group, listed]) =>
    listed.size ? [[group, [...listed.values()].flatMap(asOne)] as [string, Shortcut[]]] : [],
  )
}

/** The shortcuts that do something from anywhere on the page, each once. */
export const commandsOfPage = () =>
  shortcutsByGroup()
    .flatMap(([, shortcuts]) => shortcuts)
    .filter(({ run }) => run)

/** `Add employee or create project, whichever is in view`. */
function asOne([first, ...others]: readonly Shortcut[]): Shortcut[] {
  if (!first || others.length === 0) return first ? [first] : []
  const labels = others.map(({ label }) => label.charAt(0).toLowerCase() + label.slice(1))
  return [{ ...first, label: `${[first.label, ...labels].join(' or ')}, whichever is in view` }]
}

const all = () => [...registered].flatMap(({ current }) => current)

const key = 'atrium-shortcuts'
const listeners = new Set<() => void>()
const isOn = () => storage.read(key) !== 'off'
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether single-key shortcuts are on, and a function that switches them in this browser (WCAG 2.1.4). */
export function useShortcutsSwitch() {
  const on = useSyncExternalStore(subscribe, isOn)
  const set = (isWanted: boolean) => {
    if (isWanted) storage.remove(key)
    else storage.write(key, 'off')
    for (const listener of listeners) listener()
  }
  return [on, set] as const
}

/** Milliseconds within which the second key of a sequence must follow. */
const sequenceTime = 1500
let first: { key: string; at: number } | undefined

function onKeyDown(event: KeyboardEvent) {
  const prefix = first && event.timeStamp - first.at < sequenceTime ? `${first.key} ` : ''
  if (event.key === 'Shift') return
  first = undefined
  if (!isOn() || event.defaultPrevented || event.repeat || isForSomethingElse(event)) return
  const shortcut = shortcutFor(`${prefix}${event.key}`) ?? (prefix ? shortcutFor(event.key) : undefined)
  const isSequence = shortcut !== undefined && shortcut.keys !== event.key
  // A key may do something of its own and begin a sequence as well.
  if (!isSequence && all().some(({ keys, run }) => run && keys.startsWith(`${event.key} `)))
    first = { key: event.key, at: event.timeStamp }
  if (!shortcut?.run) return
  event.preventDefault()
  shortcut.run()
}

function shortcutFor(pressed: string) {
  const candidates = all().filter(({ keys, run }) => run && keys === pressed)
  return candidates.find(({ on }) => isInView(on?.current)) ?? candidates[0]
}

function isInView(element: HTMLElement | null | undefined) {
  const box = element?.getBoundingClientRect()
  return box !== undefined && box.bottom > 0 && box.top < window.innerHeight
}

const typingPlaces = `input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select,
  [contenteditable]:not([contenteditable="false"]), [role="dialog"], [role="menu"], [role="listbox"]`

const isForSomethingElse = ({ target, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  altKey ||
  ctrlKey ||
  metaKey ||
  (target instanceof Element && target.closest(typingPlaces) !== null) ||
  document.querySelector('[role="dialog"][aria-modal="true"], [role="menu"]') !== null
