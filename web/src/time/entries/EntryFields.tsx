import { Button, Group, TextInput } from '@mantine/core'
import { addDays, durationInWords, oldestDay, type TimeEntry } from 'contract'
import { queued } from '../../api/queue.ts'
import { useToday } from '../../session/today.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { useTimeChanges } from '../changes.ts'
import styles from './EntriesDialog.module.css'
import { entryForm } from './form.ts'

type Props = {
  work: Pick<TimeEntry, 'task' | 'subtask' | 'key'>
  /** The day to begin with; today where absent. */
  day?: string | undefined
  /** The entry to change; absent for a new one. */
  entry?: TimeEntry
  /** Called when an entry is changed, or is not to be changed after all. */
  close?: () => void
}

/** The fields of an entry in one line. The fields of a new one stay for the next. */
export function EntryFields({ work, day, entry, close }: Props) {
  const today = useToday()
  const { addTime, changeTime } = useTimeChanges()
  const form = useServerForm({
    form: entryForm,
    start: entry ? entryForm.from(entry) : { ...entryForm.blank, day: day ?? today },
    context: { today },
    submit: async (body, changes) => {
      if (entry && Object.keys(changes).length > 0) await changeTime(entry.id, changes)
      if (entry) return close?.()
      if ((await addTime(work, body)) !== queued) toast.success(`${durationInWords(body.minutes)} recorded on ${work.key}.`)
      form.reset()
      form.ref.current?.querySelector<HTMLInputElement>('[data-path="minutes"]')?.focus()
    },
  })
  return (
    <ServerForm form={form} aria-label={entry ? 'Change time' : 'Add time'}>
      <div className={styles.fields}>
        <DateField label="Day" today={today} min={addDays(today, -oldestDay)} max={today} withAsterisk {...form.field('day')} />
        <TextInput label="Time" placeholder="1:30" autoComplete="off" withAsterisk data-autofocus {...form.field('minutes')} />
        <TextInput className={styles.note} label="Note" maxLength={500} autoComplete="off" {...form.field('note')} />
        <Group gap="xs" wrap="nowrap" className={styles.buttons}>
          <Button type="submit" loading={form.isPending}>
            {entry ? 'Save' : 'Add'}
          </Button>
          {entry && (
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
          )}
        </Group>
      </div>
    </ServerForm>
  )
}
