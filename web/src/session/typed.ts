type Field = HTMLInputElement | HTMLTextAreaElement
type Text = { label: string; text: string }
/** What somebody had typed and not sent, and where, when their session ended. */
export type Typed = { person_id: number; path: string; texts: Text[] }

const fields = new Set<WeakRef<Field>>()
const seen = new WeakSet<Field>()
// In memory alone: nobody who comes to this browser later finds it.
let kept: Typed | undefined

/** Notes which fields are typed into. Returns how to stop. */
export function watchTyping() {
  const note = ({ target }: Event) => {
    if (!isText(target) || seen.has(target)) return
    seen.add(target)
    fields.add(new WeakRef(target))
  }
  document.addEventListener('input', note, true)
  return () => document.removeEventListener('input', note, true)
}

/** Keeps what is typed on the screen now, for this person alone. */
export function keepTyped(person_id: number) {
  const texts = [...fields].flatMap((ref) => {
    const field = ref.deref()
    if (field?.isConnected) return field.value.trim() ? [{ label: labelOf(field), text: field.value }] : []
    fields.delete(ref)
    return []
  })
  kept = texts.length ? { person_id, texts, path: window.location.pathname + window.location.search } : undefined
}

/** What is kept for this person. Somebody else's is dropped. */
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
