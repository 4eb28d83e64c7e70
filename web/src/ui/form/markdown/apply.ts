import type { Edit, Written } from './text.ts'

export const writtenIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Written => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
})

/**
 * Makes the edit as if it had been typed, so that the browser can undo it, and selects what the edit says. The field's `input` event
 * tells React.
 */
export function applyEdit(field: HTMLTextAreaElement, { from, to, insert, start, end }: Edit) {
  if (field.readOnly || field.disabled) return
  field.focus({ preventScroll: true })
  remember(field)
  if (field.value.slice(from, to) !== insert) {
    field.setSelectionRange(from, to)
    if (!isTyped(insert)) {
      field.setRangeText(fitting(field, insert), from, to, 'end')
      field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }))
    }
  }
  field.setSelectionRange(start, end)
  remember(field)
}

/** As much of the text as typing could have added in place of the selection. */
function fitting({ maxLength, value, selectionStart, selectionEnd }: HTMLTextAreaElement, insert: string) {
  return maxLength < 0 ? insert : insert.slice(0, Math.max(0, maxLength - value.length + selectionEnd - selectionStart))
}

/** Chromium needs half a minute for 4000 lines, as the time grows with the square of their number. */
const mostLines = 200

/** Replaces what is selected. No other way keeps the browser's undo. `insertText` does nothing without a text. */
function isTyped(insert: string) {
  if (!insert) return document.execCommand?.('delete')
  return insert.split('\n', mostLines + 1).length <= mostLines && document.execCommand?.('insertText', false, insert)
}

/** By the text before or after an edit: what was selected. */
type Selections = Map<string, { start: number; end: number }>
const remembered = new WeakMap<HTMLTextAreaElement, Selections>()
const mostRemembered = 100

/** Remembers the selection: the browser's undo would select all that the edit replaced. */
function remember(field: HTMLTextAreaElement) {
  const selections = remembered.get(field) ?? restoreIn(field)
  const { text, start, end } = writtenIn(field)
  selections.set(text, { start, end })
  const [oldest] = selections.keys()
  if (selections.size > mostRemembered && oldest !== undefined) selections.delete(oldest)
}

function restoreIn(field: HTMLTextAreaElement) {
  const selections: Selections = new Map()
  remembered.set(field, selections)
  field.addEventListener('input', (event) => {
    const selected = selections.get(field.value)
    const isHistory = event instanceof InputEvent && event.inputType.startsWith('history')
    if (selected && isHistory) field.setSelectionRange(selected.start, selected.end)
  })
  return selections
}
