import { Button, Group, Radio, Textarea } from '@mantine/core'
import { type Rating, ratings } from 'contract'
import { type RefObject, useEffect, useState } from 'react'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { useApplicationChanges } from '../changes.ts'
import { starNames, starsInWords } from '../words.ts'
import { ratingForm } from './form.ts'
import styles from './Ratings.module.css'
import { Stars } from './Stars.tsx'

type Props = {
  application_id: number
  own: Rating | null
  /** Absent while there is no rating to go back to. */
  close: (() => void) | undefined
  onSaved: () => void
}

/** One to five stars, and why. */
export function RatingForm({ application_id, own, close, onSaved }: Props) {
  const { rate } = useApplicationChanges(application_id)
  const [start] = useState(() => (own ? ratingForm.from(own) : ratingForm.blank))
  const form = useServerForm({
    form: ratingForm,
    start,
    async submit(body) {
      await rate(body)
      toast.success('Rating saved.', quick)
      onSaved()
    },
    fallback: 'The rating could not be saved.',
  })
  useFocusOfChoice(form.ref, own !== null)
  return (
    <ServerForm form={form} aria-label="Your rating">
      <Radio.Group label="Should this person be hired?" {...form.field('stars')}>
        <div className={styles.choices}>
          {ratings.map((stars) => (
            <Radio
              key={stars}
              value={String(stars)}
              aria-label={starsInWords(stars)}
              label={
                <span className={styles.verdict}>
                  <Stars stars={stars} />
                  {starNames[stars - 1]}
                </span>
              }
            />
          ))}
        </div>
      </Radio.Group>
      <Textarea label="Comment" autosize minRows={2} maxRows={10} maxLength={2000} mt="sm" {...form.field('comment')} />
      <Group justify="flex-end" gap="xs" mt="sm">
        {close && (
          <Button variant="default" size="xs" onClick={close}>
            Cancel
          </Button>
        )}
        <Button type="submit" size="xs" loading={form.isPending}>
          Save Rating
        </Button>
      </Group>
    </ServerForm>
  )
}

/** Gives the focus to the present choice, in the place of the button that has opened the form. */
function useFocusOfChoice(form: RefObject<HTMLElement | null>, isChanging: boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form appears
  useEffect(() => {
    if (isChanging) form.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [])
}
