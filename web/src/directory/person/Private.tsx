import { Button, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, type DirectoryPerson, type PrivateData } from 'contract'
import { useChange } from '../../api/data.ts'
import { useToday } from '../../session/today.ts'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { formatDate } from '../../ui/text/dates.ts'
import { PhoneLink } from '../contact.tsx'
import styles from './Person.module.css'
import { NotSet, PersonFacts, PersonSection } from './PersonSection.tsx'
import { privateForm } from './privateForm.ts'
import { argsOf, putRecord } from './records.ts'
import { useWhoSees } from './whoSees.ts'

type Props = { person: DirectoryPerson; data: PrivateData }

/** Private data, for HR and the person alone. */
export function Private({ person, data }: Props) {
  const { dialog, open, close } = useDialog<'edit'>()
  const { birthday, address, phone, emergency_contact } = data
  return (
    <PersonSection
      id="private"
      title="Private"
      note={useWhoSees(person)}
      actions={
        <Button variant="default" size="xs" onClick={() => open('edit')}>
          Edit Private Data
        </Button>
      }
    >
      <PersonFacts
        facts={[
          { label: 'Birthday', value: birthday ? formatDate(birthday) : <NotSet /> },
          { label: 'Address', value: address ? <Lines>{address}</Lines> : <NotSet /> },
          { label: 'Private phone', value: phone ? <PhoneLink phone={phone} /> : <NotSet /> },
          { label: 'Emergency contact', value: emergency_contact ? <Lines>{emergency_contact}</Lines> : <NotSet /> },
        ]}
      />
      {dialog && <EditPrivate person={person} data={data} close={close} />}
    </PersonSection>
  )
}

const Lines = ({ children }: { children: string }) => <span className={styles.lines}>{children}</span>

type EditProps = Props & { close: () => void }

const EditPrivate = (props: EditProps) => (
  <FormDialog isOpen close={props.close} title="Edit Private Data">
    <PrivateForm {...props} />
  </FormDialog>
)

function PrivateForm({ person, data, close }: EditProps) {
  const today = useToday()
  const client = useQueryClient()
  const { mutateAsync } = useChange(api.directory.changePrivate, {
    touches: [],
    shows: [api.directory.get],
    onAnswer: (record) => putRecord(client, record),
  })
  const form = useServerForm({
    form: privateForm,
    start: privateForm.from(data),
    context: { today },
    async submit(_, changes) {
      if (Object.keys(changes).length) await mutateAsync({ ...argsOf(person.id), body: changes })
      toast.success('Private data saved.', quick)
      close()
    },
    fallback: 'The private data could not be saved.',
  })
  const lines = { autosize: true, minRows: 2, maxRows: 8, maxLength: 500 }
  return (
    <ServerForm form={form}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" mb="md">
        <DateField label="Birthday" today={today} max={today} data-autofocus {...form.field('birthday')} />
        <TextInput label="Private phone" type="tel" autoComplete="off" maxLength={50} {...form.field('phone')} />
      </SimpleGrid>
      <Textarea label="Address" {...lines} {...form.field('address')} />
      <Textarea
        label="Emergency contact"
        description="Whom to call, and how."
        mt="md"
        {...lines}
        {...form.field('emergency_contact')}
      />
      <DialogButtons submit="Save" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
