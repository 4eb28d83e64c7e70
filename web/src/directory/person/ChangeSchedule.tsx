import { SimpleGrid, Text, TextInput, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, type DirectoryPerson, type WorkingSchedule } from 'contract'
import { useId } from 'react'
import { useChange } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { useToday } from '../../session/today.ts'
import { keepFocusNearby } from '../../tasks/parts/keepFocusNearby.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { RowButton } from '../../ui/list/RowButton.tsx'
import { formatDate } from '../../ui/text/dates.ts'
import type { KnownJob } from './Job.tsx'
import styles from './Person.module.css'
import { argsOf, putRecord } from './records.ts'
import { isWrongTime, minutesOf, scheduleForm } from './scheduleForm.ts'
import { daysInWords, minutesOn, shortDay, weekdays, weekLength } from './schedules.ts'

type Props = { person: DirectoryPerson; job: KnownJob; close: () => void }

export const ChangeSchedule = (props: Props) => (
  <FormDialog isOpen close={props.close} title="Change Schedule" size="lg">
    <Schedules person={props.person} schedules={props.job.schedules} />
    <ScheduleForm {...props} />
  </FormDialog>
)

/** Begins with the hours of the present schedule. */
function ScheduleForm({ person, job: { schedules }, close }: Props) {
  const today = useToday()
  const client = useQueryClient()
  const { mutateAsync } = useChange(api.directory.setSchedule, {
    touches: [],
    shows: [api.directory.get],
    onAnswer: (record) => putRecord(client, record),
  })
  const form = useServerForm({
    form: scheduleForm,
    start: scheduleForm.from(today, minutesOn(schedules, today)),
    async submit(body) {
      const { params } = argsOf(person.id)
      await mutateAsync({ params: { ...params, from: form.values.from }, body })
      toast.success('Schedule saved.', quick)
      close()
    },
    fallback: 'The schedule could not be saved.',
  })
  const { minutes, from } = form.values
  const isReplaced = schedules.some((schedule) => schedule.from === from)
  return (
    <ServerForm form={form}>
      <DateField
        label="From"
        maw={240}
        today={today}
        data-autofocus
        description={isReplaced ? 'Replaces the schedule that begins on this day.' : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.field('from')}
      />
      <HoursFields texts={minutes} error={form.errors.minutes} change={(texts) => form.set('minutes', texts)} />
      <DialogButtons submit="Save" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

type HoursProps = { texts: readonly string[]; error: React.ReactNode; change: (texts: readonly string[]) => void }

function HoursFields({ texts, error, change }: HoursProps) {
  const id = useId()
  const minutes = texts.map(minutesOf)
  const isRight = !texts.some(isWrongTime)
  // In a week without any work, no single day is wrong.
  const isWrong = (text: string) => Boolean(error) && (isWrongTime(text) || isRight)
  return (
    <fieldset className={styles.hours} aria-describedby={id}>
      <legend>Hours</legend>
      <SimpleGrid cols={{ base: 4, xs: 7 }} spacing="xs">
        {weekdays.map((weekday, day) => (
          <TextInput
            key={weekday}
            label={<span title={weekday}>{shortDay(weekday)}</span>}
            aria-label={weekday}
            name={weekday}
            autoComplete="off"
            inputMode="decimal"
            placeholder="0"
            maxLength={10}
            value={texts[day] ?? ''}
            onChange={({ currentTarget: { value } }) => change(texts.map((text, index) => (index === day ? value : text)))}
            {...(isWrong(texts[day] ?? '') && { error: true, 'aria-invalid': true })}
          />
        ))}
      </SimpleGrid>
      <div id={id}>
        {error ? (
          <Text size="sm" mt="2xs" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        ) : (
          <div className="fine">{isRight ? weekLength(minutes) : 'Such as 8, 7.5 or 7:30.'}</div>
        )}
      </div>
    </fieldset>
  )
}

type SchedulesProps = { person: DirectoryPerson; schedules: readonly WorkingSchedule[] }

/** The schedules that HR has entered, the earliest first. */
function Schedules({ person, schedules }: SchedulesProps) {
  const remove = useScheduleRemoval(person)
  if (schedules.length === 0) return null
  return (
    <section aria-labelledby="schedules" className={styles.schedules}>
      <Title order={3} id="schedules" fz="var(--text-body)">
        Schedules
      </Title>
      <ul>
        {schedules.map((schedule) => (
          <li key={schedule.from} className={styles.schedule}>
            <span>
              From {formatDate(schedule.from)}: {daysInWords(schedule.minutes)}
              <span className="dimmed"> · {weekLength(schedule.minutes)}</span>
            </span>
            <RowButton
              icon={IconTrash}
              title="Delete"
              of={`the schedule from ${formatDate(schedule.from)}`}
              onClick={({ currentTarget }) => void keepFocusNearby(currentTarget, () => remove(schedule))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function useScheduleRemoval({ id, full_name }: DirectoryPerson) {
  const client = useQueryClient()
  const { mutateAsync } = useChange(api.directory.removeSchedule, {
    touches: [],
    shows: [api.directory.get],
    onAnswer: (record) => putRecord(client, record),
  })
  return async ({ from }: WorkingSchedule) => {
    const message = `Delete the schedule of ${full_name} from ${formatDate(from)}? The one before it then goes on.`
    if (!(await confirm({ title: 'Delete schedule', message, isDangerous: true }))) return
    try {
      await mutateAsync({ params: { ...argsOf(id).params, from } })
      toast.success('Schedule deleted.', quick)
    } catch (error) {
      toast.error(messageOf(error, 'The schedule could not be deleted.'), quick)
    }
  }
}
