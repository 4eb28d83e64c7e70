import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, directoryProblems, type PersonRecord } from 'contract'
import { useMemo } from 'react'
import { useChange } from '../../api/data.ts'
import { departmentOptions } from '../../people/read.ts'
import { useToday } from '../../session/today.ts'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { peopleBelow } from '../organisation/tree.ts'
import { useLocations, usePeople } from '../read.ts'
import type { KnownJob } from './Job.tsx'
import { jobForm } from './jobForm.ts'
import { argsOf, putRecord } from './records.ts'

type Props = { record: PersonRecord; job: KnownJob; close: () => void }

export const EditJob = (props: Props) => (
  <FormDialog isOpen close={props.close} title="Edit Job" size="lg">
    <JobForm {...props} />
  </FormDialog>
)

function JobForm({ record, job, close }: Props) {
  const { person } = record
  const today = useToday()
  const client = useQueryClient()
  const { mutateAsync } = useChange(api.directory.changeJob, {
    touches: [api.directory.list],
    shows: [api.directory.get],
    onAnswer: (answer) => putRecord(client, answer),
  })
  const start = useMemo(() => jobForm.from({ person, job }), [person, job])
  const form = useServerForm({
    form: jobForm,
    start,
    context: { before: start },
    async submit(_, changes) {
      if (Object.keys(changes).length) await mutateAsync({ ...argsOf(person.id), body: changes })
      toast.success('Job saved.', quick)
      close()
    },
    fallback: 'The job could not be saved.',
  })
  return (
    <ServerForm form={form}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label="Job title"
          name="job_title"
          autoComplete="off"
          maxLength={255}
          data-autofocus
          {...form.field('job_title')}
        />
        <NativeSelect
          label="Department"
          name="department"
          data={[{ value: '', label: 'Choose a department', disabled: true }, ...departmentOptions]}
          {...form.field('department')}
        />
        <TextInput label="Phone at work" name="phone" type="tel" autoComplete="off" maxLength={50} {...form.field('phone')} />
        <LocationField field={form.field} />
        {person.role === 'developer' ? (
          <div>
            <Text inherit fw="var(--weight-medium)">
              Reports to {record.manager?.full_name ?? 'nobody'}
            </Text>
            <div className="fine">{directoryProblems.developer}</div>
          </div>
        ) : (
          <ManagerField person={person} field={form.field} />
        )}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" mt="md">
        <DateField label="First day" today={today} {...form.field('starts_on')} />
        <DateField label="Last day" today={today} min={form.values.starts_on || undefined} {...form.field('ends_on')} />
      </SimpleGrid>
      <DialogButtons submit="Save" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

type FieldProps = { field: (name: 'location' | 'reports_to') => object }

function LocationField({ field }: FieldProps) {
  const locations = useLocations()
  const usual = locations.find(({ is_default }) => is_default)
  const options = locations.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <NativeSelect
      label="Location"
      name="location"
      data={[{ value: '', label: usual ? `Default (${usual.name})` : 'None' }, ...options]}
      {...field('location')}
    />
  )
}

/** Everybody but developers can have people, other than those who would then report to themselves. */
function ManagerField({ person, field }: FieldProps & { person: PersonRecord['person'] }) {
  const people = usePeople()
  const options = useMemo(() => {
    const below = peopleBelow(people, person.id)
    return people
      .filter(({ id, role }) => role !== 'developer' && id !== person.id && !below.has(id))
      .map(({ id, full_name }) => ({ value: String(id), label: full_name }))
  }, [people, person.id])
  return (
    <NativeSelect
      label="Reports to"
      name="reports_to"
      data={[{ value: '', label: 'Nobody' }, ...options]}
      {...field('reports_to')}
    />
  )
}
