import { Portal, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, type Result } from 'contract'
import { mentionOf } from 'contract/markdown'
import { type CSSProperties, useEffect, useId, useLayoutEffect, useState } from 'react'
import { readOf } from '../../../api/data.ts'
import { Initials } from '../../text/Initials.tsx'
import { statusNameOf, TaskStatusIcon } from '../../theme/badges.tsx'
import { applyEdit } from './apply.ts'
import { type MentionNames, shownText } from './mentions.ts'
import type { Place } from './place.ts'
import styles from './Suggestions.module.css'
import { type Trigger, triggerAt } from './trigger.ts'

type Props = { field: HTMLTextAreaElement; place: Place; names: MentionNames }

type Person = Result<typeof api.references.people>[number]
type Work = Result<typeof api.references.work>[number]
/** `text` is what is stored. */
type Offer = { id: string; text: string; person?: Person; work?: Work }

/** Milliseconds after the last key until the server is asked. */
const pause = 120

/** The people and the work that can be mentioned at the caret, once `@` or `#` is typed. Arrow keys choose, Enter and Tab insert. */
export default function Suggestions({ field, place, names }: Props) {
  const { trigger, close } = useTrigger(field)
  const offers = useOffers(trigger, place)
  const [chosen, setChosen] = useState(0)
  const list = useId()
  const index = Math.min(chosen, offers.length - 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed further begins at the best match again
  useEffect(() => setChosen(0), [trigger?.q, trigger?.from])

  const insert = ({ text }: Offer) => {
    if (!trigger) return
    const inserted = `${shownText(text, names)} `
    const caret = trigger.from + inserted.length
    close()
    applyEdit(field, { from: trigger.from, to: field.selectionStart, insert: inserted, start: caret, end: caret })
  }
  const onKey = (event: KeyboardEvent) => {
    const offer = offers[index]
    if (!offer || event.ctrlKey || event.metaKey || event.altKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setChosen((index + step + offers.length) % offers.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) insert(offer)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  useKeys(field, onKey)
  useDescription(field, offers.length > 0 ? { list, active: `${list}-${index}` } : undefined)
  const position = usePosition(field, offers.length > 0)
  if (offers.length === 0) return null
  return (
    <Portal>
      <VisuallyHidden role="status">{offers.length === 1 ? '1 suggestion' : `${offers.length} suggestions`}</VisuallyHidden>
      <div id={list} role="listbox" aria-label="Suggestions" className={styles.list} style={position}>
        {offers.map((offer, n) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field keeps the focus and has the keys
          <div
            key={offer.id}
            id={`${list}-${n}`}
            role="option"
            aria-selected={n === index}
            className={styles.option}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(offer)}
          >
            <Offered {...offer} />
          </div>
        ))}
      </div>
    </Portal>
  )
}

const Offered = ({ person, work }: Offer) =>
  person ? (
    <>
      <Initials id={person.id} name={person.full_name} size={20} />
      <span className="truncate">{person.full_name}</span>
    </>
  ) : (
    work && (
      <>
        <TaskStatusIcon status={work.status} />
        <span className={`fine tabular ${styles.key}`}>{work.key}</span>
        <span className="truncate">{work.title}</span>
        <VisuallyHidden>{statusNameOf(work.status)}</VisuallyHidden>
      </>
    )
  )

/** The mention that begins at the caret. `close` hides it until another one begins. */
function useTrigger(field: HTMLTextAreaElement) {
  const [trigger, setTrigger] = useState<Trigger>()
  const [closedAt, setClosedAt] = useState<number>()
  useEffect(() => {
    const update = () => {
      const { selectionStart, selectionEnd, value } = field
      const isHere = document.activeElement === field && selectionStart === selectionEnd
      const found = isHere ? triggerAt(value, selectionStart) : undefined
      setTrigger((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found))
      if (!found) setClosedAt(undefined)
    }
    update()
    field.addEventListener('input', update)
    field.addEventListener('blur', update)
    document.addEventListener('selectionchange', update)
    return () => {
      field.removeEventListener('input', update)
      field.removeEventListener('blur', update)
      document.removeEventListener('selectionchange', update)
    }
  }, [field])
  return {
    trigger: trigger?.from === closedAt ? undefined : trigger,
    close: () => setClosedAt(trigger?.from),
  }
}

const none: Offer[] = []

function useOffers(trigger: Trigger | undefined, place: Place): Offer[] {
  const [typed] = useDebouncedValue(trigger, pause)
  const at = 'project' in place ? { project: String(place.project) } : { room: String(place.room) }
  const query = { ...at, q: typed?.q.trim() ?? '' }
  const options = { staleTime: 30_000, placeholderData: keepPreviousData }
  const people = useQuery({ ...readOf(api.references.people, { query }), ...options, enabled: typed?.sign === '@' })
  const work = useQuery({ ...readOf(api.references.work, { query }), ...options, enabled: typed?.sign === '#' })
  if (!trigger || trigger.sign !== typed?.sign) return none
  if (trigger.sign === '@')
    return people.data?.map((person) => ({ id: `person ${person.id}`, text: mentionOf(person), person })) ?? none
  return work.data?.map((each) => ({ id: `work ${each.key}`, text: `#${each.key}`, work: each })) ?? none
}

/** Sees the field's keys before everything else does. */
function useKeys(field: HTMLTextAreaElement, onKey: (event: KeyboardEvent) => void) {
  useEffect(() => {
    field.addEventListener('keydown', onKey, { capture: true })
    return () => field.removeEventListener('keydown', onKey, { capture: true })
  })
}

/** Tells assistive technology that the field has suggestions, and which of them is chosen. */
function useDescription(field: HTMLTextAreaElement, open: { list: string; active: string } | undefined) {
  const { list, active } = open ?? {}
  useEffect(() => {
    if (list === undefined || active === undefined) return
    const attributes = { 'aria-autocomplete': 'list', 'aria-controls': list, 'aria-activedescendant': active }
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(attributes)) field.removeAttribute(name)
    }
  }, [field, list, active])
  useEffect(() => {
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])
}

/** Pixels. */
const height = 280
const width = 420
const gap = 4

/** Beside the field where there is more room, which on a phone is above it. */
function usePosition(field: HTMLTextAreaElement, isOpen: boolean) {
  const [position, setPosition] = useState<CSSProperties>({})
  useLayoutEffect(() => {
    if (!isOpen) return
    const place = () => {
      const { top, bottom, left, width: available } = field.getBoundingClientRect()
      const end = window.visualViewport?.height ?? window.innerHeight
      const isBelow = end - bottom >= Math.min(height, top)
      setPosition({
        left,
        width: Math.min(width, available),
        maxHeight: Math.min(height, (isBelow ? end - bottom : top) - 2 * gap),
        ...(isBelow ? { top: bottom + gap } : { bottom: window.innerHeight - top + gap }),
      })
    }
    place()
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [field, isOpen])
  return position
}
