import { NativeSelect, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, type PendingHire } from 'contract'
import { readOf } from '../../api/data.ts'
import { PersonFacts } from '../../directory/person/PersonSection.tsx'
import { ManagerField } from '../../people/ManagerField.tsx'
import { roleOptions } from '../../people/read.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { formatDate } from '../../ui/text/dates.ts'
import { useHireDecisions } from '../changes.ts'
import { confirmationForm } from './form.ts'

type Props = { hire: PendingHire; close: () => void }

/** Invites an applicant as an employee. */
export const ConfirmHire = (props: Props) => (
  <FormDialog isOpen close={props.close} title={`Invite ${props.hire.full_name}`} size="lg">
    <Fields {...props} />
  </FormDialog>
)

function Fields({ hire, close }: Props) {
  const { application, email, job_title, department, starts_on, opening, location } = hire
  const place = useQuery(readOf(api.locations.list, {})).data?.find(({ id }) => id === location)
  const { confirm } = useHireDecisions()
  const form = useServerForm({
    form: confirmationForm,
    async submit(body) {
      await confirm(application, body)
      toast.success(`An invitation goes to ${email}.`)
      close()
    },
    fallback: 'The invitation could not be sent.',
  })
  return (
    <ServerForm form={form}>
      <PersonFacts
        facts={[
          { label: 'Email', value: email },
          { label: 'Applied as', value: opening },
          { label: 'Job title', value: job_title },
          { label: 'Department', value: department },
          { label: 'First day', value: formatDate(starts_on) },
          place !== undefined && { label: 'Location', value: place.name },
        ]}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" mt="md">
        <NativeSelect
          label="Role"
          description="What the person may see and do here."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={[{ value: '', label: 'Choose a role', disabled: true }, ...roleOptions]}
          withAsterisk
          data-autofocus
          {...form.field('role')}
        />
        {form.values.role === 'developer' && <ManagerField form={form} isWanted={false} />}
      </SimpleGrid>
      <DialogButtons submit="Send Invitation" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
