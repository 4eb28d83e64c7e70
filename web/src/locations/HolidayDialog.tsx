import { Checkbox, Stack, TextInput } from '@mantine/core'
import type { Holiday } from 'contract'
import { useToday } from '../session/today.ts'
import { quick, toast } from '../ui/feedback/toast.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { DialogButtons } from '../ui/form/DialogButtons.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { useHolidayChanges } from './changes.ts'
import { firstDay, holidayForm, lastDay } from './form.ts'

type Props = {
  location_id: number
  /** Absent for a new one. */
  holiday?: Holiday | undefined
  /** Receives the day of a holiday that was saved. */
  onSaved: (day: string) => void
  close: () => void
}

export const HolidayDialog = (props: Props) => (
  <FormDialog isOpen close={props.close} title={props.holiday ? 'Edit Holiday' : 'Add Holiday'}>
    <Fields {...props} />
  </FormDialog>
)

function Fields({ location_id, holiday, onSaved, close }: Props) {
  const today = useToday()
  const { add, change } = useHolidayChanges(location_id)
  const form = useServerForm({
    form: holidayForm,
    ...(holiday && { start: holidayForm.from(holiday) }),
    async submit(body, changes) {
      if (!holiday) await add(body)
      // Any change makes it a holiday of HR's own.
      else if (Object.keys(changes).length > 0) await change(holiday.id, changes)
      toast.success(holiday ? 'Holiday saved.' : 'Holiday added.', quick)
      close()
      onSaved(body.day)
    },
    fallback: 'The holiday could not be saved.',
  })
  return (
    <ServerForm form={form}>
      <Stack>
        <DateField label="Day" today={today} min={firstDay} max={lastDay} withAsterisk data-autofocus {...form.field('day')} />
        <TextInput label="Name" name="name" autoComplete="off" withAsterisk maxLength={100} {...form.field('name')} />
        <Checkbox
          label="Half a day: only the afternoon is off"
          checked={form.values.is_half}
          onChange={(event) => form.set('is_half', event.currentTarget.checked)}
        />
      </Stack>
      <DialogButtons submit={holiday ? 'Save' : 'Add Holiday'} isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
