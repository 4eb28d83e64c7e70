import type { KeyboardEvent, RefObject } from 'react'
import { type Shortcut, useShortcuts } from '../../ui/hooks/shortcuts.ts'

const group = 'Tasks, with the focus on one'

/** The keys that a row handles, for the list of shortcuts. */
const rowKeys: readonly Shortcut[] = [
  { group, keys: '↑ ↓', label: 'Go to the row above or below; also J and K' },
  { group, keys: '← →', label: 'Fold or unfold the task' },
  { group, keys: 'Space', label: 'Fold or unfold the task' },
  { group, keys: 'Enter', label: 'Open the task' },
  { group, keys: 'x', label: 'Select the row; with Shift, all up to it' },
  { group, keys: 'a', label: 'Change the assignee' },
  { group, keys: 'd', label: 'Change the due date' },
  { group, keys: 'p', label: 'Change the priority' },
  { group, keys: 'l', label: 'Change the labels' },
  { group, keys: '1 2 3', label: 'To Do, In Progress or Done' },
]

/** The field that each key of a row edits, as the `data-edit` of its button. */
const editors: Readonly<Record<string, string>> = { a: 'assignee', d: 'date', p: 'priority', l: 'labels' }

const rowsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-row]')]

/** A key handler for a list of rows. J and K go into it from anywhere on the page. */
export function useRowKeys(root: RefObject<HTMLElement | null>, select?: (id: number, isRange: boolean) => void) {
  const enter = () => {
    const rows = root.current ? rowsIn(root.current) : []
    focusRow(rows.find((row) => row.getBoundingClientRect().top >= headHeight(root.current)) ?? rows[0])
  }
  useShortcuts([...rowKeys, ...['j', 'k'].map((keys) => ({ keys, label: 'Go to the first task in view', run: enter }))])

  return (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const list = root.current
    // Keys pressed in menus arrive here through their portals.
    if (!list?.contains(target) || event.altKey || event.ctrlKey || event.metaKey || target.closest('input, textarea, select'))
      return
    const row = target.closest<HTMLElement>('[data-row]')
    if (row && select && event.key.toLowerCase() === 'x') select(Number(row.dataset.row), event.shiftKey)
    else if (!row || !act(event.key, { row, list, isRow: target === row })) return
    event.preventDefault()
    event.stopPropagation()
  }
}

type Where = { row: HTMLElement; list: HTMLElement; isRow: boolean }

/** Whether the key does something in this row. */
function act(key: string, { row, list, isRow }: Where) {
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[key]
  if (step) {
    const rows = rowsIn(list)
    focusRow(rows[rows.indexOf(row) + step])
    return true
  }
  if (key === 'ArrowRight' || key === 'ArrowLeft') return fold(row, key === 'ArrowRight')
  const editor = editors[key]
  if (editor) return click(row.querySelector(`[data-edit="${editor}"]`))
  if (!isRow) return false
  if (key === ' ') return click(row.querySelector('[data-toggle]'))
  if (key === 'Enter') return click(row.querySelector('a') ?? parentRow(row)?.querySelector('a'))
  if (/^[123]$/.test(key)) return pass(key, row.querySelector('[data-edit="status"]'))
  return false
}

/** Unfolds or folds a task. From a subtask, the left arrow leads to its task. */
function fold(row: HTMLElement, isWanted: boolean) {
  const toggle = row.querySelector<HTMLElement>('[data-toggle]')
  if (!toggle) {
    if (!isWanted) focusRow(parentRow(row))
  } else if ((toggle.getAttribute('aria-expanded') === 'true') !== isWanted) toggle.click()
  return true
}

const parentRow = (row: HTMLElement) => row.closest('article')?.querySelector<HTMLElement>('[data-kind="task"]')

function focusRow(row: HTMLElement | null | undefined) {
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

function click(element: Element | null | undefined) {
  if (element instanceof HTMLElement) element.click()
  return element !== null && element !== undefined
}

/** Hands a key to the element that handles it. */
function pass(key: string, element: Element | null) {
  element?.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  return element !== null
}

/** The height of the sticky heads above the rows, in pixels from the top of the window. */
const headHeight = (list: HTMLElement | null) => Number.parseFloat(list ? getComputedStyle(list).scrollPaddingTop : '') || 0
