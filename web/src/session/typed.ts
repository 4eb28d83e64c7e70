type Field = HTMLInputElement | HTMLTextAreaElement
type Text = { label: string; text: string }
/** The unsent text of a person when their session ended, and the page that it was on. */
export type Typed = { person_id: number; path: string; texts: Text[] }

const fields = new Set<WeakRef<Field>>()
const tracked = new WeakSet<Field>()
// Kept in memory only: the next person at this browser must not find it.
let kept: Typed | undefined

/** Tracks the text fields that are typed into. Returns a function that stops it. */
export function watchTyping() {
  const track = ({ target }: Event) => {
    if (!isText(target) || tracked.has(target)) return
    tracked.add(target)
    fields.add(new WeakRef(target))
  }
  document.addEventListener('input', track, true)
  return () => document.removeEventListener('input', track, true)
}

/** Keeps the text that is in the fields now, for this person only. */
export function keepTyped(person_id: number) {
  const texts = [...fields].flatMap((ref) => {
    const field = ref.deref()
    if (field?.isConnected) return field.value.trim() ? [{ label: labelOf(field), text: field.value }] : []
    fields.delete(ref)
    return []
  })
  kept = texts.length ? { person_id, texts, path: window.location.pathname + window.location.search } : undefined
}

/** The text kept for this person. Text of anybody else is dropped. */
export function typedBy(person_id: number) {
  if (kept?.person_id !== person_id) kept = undefined
  return kept
}

export const hasTyped = () => kept !== undefined

export function forgetTyped() {
  kept = undefined
}

const isText = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')

const labelOf = (field: Field) =>
  field.labels?.[0]?.textContent?.replace(/\s*\*$/, '') || field.getAttribute('aria-label') || field.placeholder || 'Text'
