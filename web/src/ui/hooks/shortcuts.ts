import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { storage } from '../../api/storage.ts'

export type Shortcut = {
  /** As `KeyboardEvent.key` has them, such as `/`; two in a row with a space between, such as `g d`. */
  keys: string
  /** What it does, such as 'New project'. */
  label: string
  /** The heading that it is listed under; 'This page' where absent. */
  group?: string
  /** Absent: whatever has the focus listens by itself, and it is only listed. */
  run?: () => void
  /** What it acts on: of several with the same keys, the first in view is taken. */
  on?: RefObject<HTMLElement | null>
}

type Declared = RefObject<readonly Shortcut[]>

const declared = new Set<Declared>()

/** Declares shortcuts for as long as the caller is on the page. They rest while somebody types and while a dialog or menu is open. */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    if (declared.size === 0) document.addEventListener('keydown', onKeyDown)
    declared.add(latest)
    return () => {
      declared.delete(latest)
      if (declared.size === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

const ofPage = 'This page'

/** Every shortcut there is now, each key once, under its heading; those of the page first. */
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

/** `Add employee or create project, whichever is in view`. */
function asOne([first, ...others]: readonly Shortcut[]): Shortcut[] {
  if (!first || others.length === 0) return first ? [first] : []
  const labels = others.map(({ label }) => label.charAt(0).toLowerCase() + label.slice(1))
  return [{ ...first, label: `${[first.label, ...labels].join(' or ')}, whichever is in view` }]
}

const all = () => [...declared].flatMap(({ current }) => current)

const key = 'atrium-shortcuts'
const hearers = new Set<() => void>()
const isOn = () => storage.read(key) !== 'off'
const hear = (hearer: () => void) => {
  hearers.add(hearer)
  return () => {
    hearers.delete(hearer)
  }
}

/** Whether shortcuts of a single character work, and how to switch them; this browser remembers it (WCAG 2.1.4). */
export function useSwitch() {
  const on = useSyncExternalStore(hear, isOn)
  const set = (wanted: boolean) => {
    if (wanted) storage.remove(key)
    else storage.write(key, 'off')
    for (const hearer of hearers) hearer()
  }
  return [on, set] as const
}

/** Milliseconds in which the second key of two must come. */
const together = 1500
let first: { key: string; at: number } | undefined

function onKeyDown(event: KeyboardEvent) {
  const before = first && event.timeStamp - first.at < together ? `${first.key} ` : ''
  if (event.key === 'Shift') return
  first = undefined
  if (!isOn() || event.defaultPrevented || event.repeat || event.isComposing || isTakenElsewhere(event)) return
  const shortcut = wanted(`${before}${event.key}`) ?? (before ? wanted(event.key) : undefined)
  if (shortcut?.run) {
    event.preventDefault()
    shortcut.run()
  } else if (all().some(({ keys, run }) => run && keys.startsWith(`${event.key} `))) {
    first = { key: event.key, at: event.timeStamp }
  }
}

function wanted(pressed: string) {
  const found = all().filter(({ keys, run }) => run && keys === pressed)
  return found.find(({ on }) => isInView(on?.current)) ?? found[0]
}

function isInView(element: HTMLElement | null | undefined) {
  const box = element?.getBoundingClientRect()
  return box !== undefined && box.bottom > 0 && box.top < window.innerHeight
}

const typing = `input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select,
  [contenteditable]:not([contenteditable="false"]), [role="dialog"], [role="menu"], [role="listbox"]`

const isTakenElsewhere = ({ target, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  altKey ||
  ctrlKey ||
  metaKey ||
  (target instanceof Element && target.closest(typing) !== null) ||
  document.querySelector('[role="dialog"][aria-modal="true"], [role="menu"]') !== null
