import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { api } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { useData, usePreload } from '../../api/data.ts'
import { departmentOptions } from '../../people/read.ts'
import { useToday } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { argsOf, useApplicationChanges } from '../changes.ts'
import { hireForm } from './form.ts'

type Props = { application_id: number; full_name: string; close: () => void }

/** Prepares the invitation of an applicant as an employee. */
export function HireDialog(props: Props) {
  usePreload(api.applications.get, argsOf(props.application_id))
  usePreload(api.locations.list, {})
  return (
    <FormDialog isOpen close={props.close} title={`Hire ${props.full_name}`} size="lg">
      <Loaded skeleton={<SkeletonRows rows={4} />} failed="The applicant could not be loaded.">
        <HireForm {...props} />
      </Loaded>
    </FormDialog>
  )
}

function HireForm({ application_id, full_name, close }: Props) {
  const application = useData(api.applications.get, argsOf(application_id))
  const locations = useData(api.locations.list, {})
  const today = useToday()
  const { hire } = useApplicationChanges(application_id)
  const day = useRef<HTMLInputElement>(null)
  // The applicant may have arrived after the dialog has opened.
  useEffect(() => day.current?.focus(), [])
  const [start] = useState(() => hireForm.from(application))
  const form = useServerForm({
    form: hireForm,
    start,
    async submit(body) {
      await hire(body)
      toast.success(`An administrator is asked to invite ${full_name}.`)
      close()
    },
    fallback: 'The applicant could not be hired.',
  })
  return (
    <ServerForm form={form}>
      <Text inherit mb="md">
        An administrator sends the invitation, and decides about the role. The applicant gets no mail before that.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput label="Job title" autoComplete="off" maxLength={255} withAsterisk {...form.field('job_title')} />
        <NativeSelect
          label="Department"
          data={[{ value: '', label: 'Choose a department', disabled: true }, ...departmentOptions]}
          withAsterisk
          {...form.field('department')}
        />
        <DateField label="First day" today={today} withAsterisk ref={day} data-autofocus {...form.field('starts_on')} />
        <NativeSelect
          label="Location"
          data={[
            { value: '', label: 'Remote or unspecified' },
            ...locations.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          {...form.field('location')}
        />
      </SimpleGrid>
      <DialogButtons submit="Hire" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
