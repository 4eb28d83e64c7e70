import type { Opening, OpeningStatus } from 'contract'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { draftOf, keepDraft } from '../../api/drafts.ts'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useServerForm } from '../../ui/form/form.tsx'
import { changed } from '../../ui/form/formValue.ts'
import { useFollowing } from '../../ui/form/useFollowing.ts'
import { focusState, useOpeningChange } from './changes.ts'
import { type OpeningValues, openingForm, typedQuestions } from './form.ts'
import { doneWords } from './states.ts'

/** The form of an opening. What is typed survives leaving the page; what others save meanwhile shows in untouched fields. */
export function useOpeningForm(opening: Opening) {
  const draftKey = `opening ${useMe().id} ${opening.id}`
  const saved = openingForm.from(opening)
  const [draft] = useState(() => draftAt(draftKey))
  const today = useToday()
  const { change } = useOpeningChange()
  const wanted = useRef<OpeningStatus>(undefined)
  const form = useServerForm({
    form: openingForm,
    start: { ...saved, ...draft?.values },
    context: { today, before: saved.closes_on },
    async submit(body) {
      const status = wanted.current
      const changes = { ...changed(body, openingForm.toBody(saved)), ...(status && { status }) }
      if (Object.keys(changes).length) await change(opening.id, changes)
      if (status) focusState()
      toast.success(status ? doneWords[status] : 'Opening saved.')
    },
    fallback: 'The opening could not be saved.',
  })
  const following = useFollowing(form, { saved, toBody: openingForm.toBody, start: { ...saved, ...draft?.base } })
  const { touched, base } = following
  const text = touched.length ? JSON.stringify({ values: parts(form.values, touched), base: parts(base, touched) }) : ''
  useEffect(() => keepDraft(draftKey, text), [draftKey, text])
  const [judged, setJudged] = useState<readonly number[]>([])
  const onSubmit = (event?: FormEvent) => {
    setJudged(form.values.questions.map(({ key }) => key))
    return form.onSubmit(event)
  }
  return {
    ...form,
    ...following,
    onSubmit,
    /** The keys of the questions whose problems are shown: one that is added later has none until the next attempt. */
    judged,
    /** Saves what is typed together with a status. */
    async saveAs(status: OpeningStatus) {
      wanted.current = status
      await onSubmit()
      wanted.current = undefined
    },
    /** Returns fields to what is saved. */
    revert(fields: readonly (keyof OpeningValues)[]) {
      form.clear()
      for (const field of fields) form.set(field, saved[field])
    },
  }
}

export type OpeningFormState = ReturnType<typeof useOpeningForm>

type Draft = { values: Partial<OpeningValues>; base: Partial<OpeningValues> }

/** The touched fields when somebody left the page, and what they were made from. */
function draftAt(key: string): Draft | undefined {
  try {
    const draft: Draft | null = JSON.parse(draftOf(key) || 'null')
    if (!draft) return undefined
    const { questions } = draft.values
    // The keys of a new question must be none of theirs.
    return questions ? { ...draft, values: { ...draft.values, questions: typedQuestions(questions) } } : draft
  } catch {
    return undefined
  }
}

const parts = (values: OpeningValues, fields: readonly (keyof OpeningValues)[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field]]))
