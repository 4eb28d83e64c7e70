import { SegmentedControl, Select, SimpleGrid, Skeleton, Text, TextInput } from '@mantine/core'
import { api, roleNames } from 'contract'
import { useState } from 'react'
import { useChange, useData } from '../api/data.ts'
import { everybodyQuery } from '../people/read.ts'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { quick, toast } from '../ui/feedback/toast.tsx'
import { DialogButtons } from '../ui/form/DialogButtons.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import styles from './Administrators.module.css'
import { administratorReads } from './actions.ts'
import { administratorForm, type Way } from './administratorForms.ts'

const ways: { value: Way; label: string }[] = [
  { value: 'promote', label: 'Choose an Employee' },
  { value: 'invite', label: 'Invite Somebody New' },
]
const notes: Record<Way, string> = {
  promote: 'The person keeps their log-in, and leaves their project manager and projects.',
  invite: 'The person gets a mail with a link to choose a password.',
}

/** Adds an employee or somebody new to the administrators. */
export function AddAdministrator({ close }: { close: () => void }) {
  const [way, setWay] = useState<Way>('promote')
  const { mutateAsync: promote } = useChange(api.administrators.promote, { touches: administratorReads })
  const { mutateAsync: invite } = useChange(api.administrators.invite, { touches: administratorReads })
  const form = useServerForm({
    form: administratorForm,
    context: { way },
    async submit({ promotion, invitation }) {
      if (way === 'promote') {
        const { full_name } = await promote({ body: promotion })
        toast.success(`${full_name} is an administrator now.`, quick)
      } else {
        const { email } = await invite({ body: invitation })
        toast.success(`Administrator added successfully. An invitation goes to ${email}.`, quick)
      }
      close()
    },
    fallback: 'Failed to add administrator.',
  })
  return (
    <ServerForm form={form}>
      <SegmentedControl
        fullWidth
        aria-label="How to add an administrator"
        data={ways}
        value={way}
        onChange={(next) => {
          form.clear()
          setWay(next as Way)
        }}
      />
      <Text inherit c="dimmed" my="md">
        {notes[way]}
      </Text>
      {way === 'promote' ? (
        <Loaded skeleton={<Skeleton height={62} animate={false} />} failed="Failed to load employees.">
          <EmployeeField {...form.field('employee')} />
        </Loaded>
      ) : (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            className={styles.wide}
            label="Full name"
            name="full_name"
            autoComplete="off"
            maxLength={255}
            {...form.field('full_name')}
          />
          <TextInput label="Email" type="email" name="email" autoComplete="off" maxLength={254} {...form.field('email')} />
          <TextInput
            label="Confirm Email"
            type="email"
            name="confirm_email"
            autoComplete="off"
            maxLength={254}
            {...form.field('confirm_email')}
          />
        </SimpleGrid>
      )}
      <DialogButtons submit="Add Administrator" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

function EmployeeField({ onChange, ...field }: { onChange?: (id: string) => void }) {
  const { results } = useData(api.employees.list, { query: everybodyQuery })
  return (
    <Select
      label="Employee"
      searchable
      data-autofocus
      limit={200}
      placeholder="Choose an employee"
      nothingFoundMessage="No such employee"
      data={results.map(({ id, full_name, email, role }) => ({
        value: String(id),
        label: `${full_name} (${email}), ${roleNames[role]}`,
      }))}
      onChange={(id) => onChange?.(id ?? '')}
      {...field}
    />
  )
}
