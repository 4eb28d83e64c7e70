/** Types a text at the caret of a field, in place of what is selected there, so that the browser can undo it. */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  field.focus({ preventScroll: true })
  if (document.execCommand?.('insertText', false, text)) return
  const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length]
  if (field.maxLength >= 0 && field.value.length - (end - start) + text.length > field.maxLength) return
  field.setRangeText(text, start, end, 'end')
  // Tells React.
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
}
