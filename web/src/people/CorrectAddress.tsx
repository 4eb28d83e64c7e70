import { Text, TextInput } from '@mantine/core'
import { quick, toast } from '../ui/feedback/toast.tsx'
import { DialogButtons } from '../ui/form/DialogButtons.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import marks from '../ui/theme/badges.module.css'
import { addressForm } from './form.ts'

export const UndeliverableMark = () => (
  <span className={marks.mark} data-tone="red" title="The mail server refuses this address">
    Could not be delivered
  </span>
)

type Props = {
  person: { full_name: string; email: string }
  /** What is sent to the right address. */
  sends: string
  isOpen: boolean
  /** Stores the address. */
  correct: (body: { email: string }) => Promise<unknown>
  close: () => void
}

export const CorrectAddress = ({ isOpen, close, ...props }: Props) => (
  <FormDialog isOpen={isOpen} close={close} title="Correct Address">
    <AddressForm {...props} close={close} />
  </FormDialog>
)

function AddressForm({ person: { full_name, email }, sends, correct, close }: Omit<Props, 'isOpen'>) {
  const form = useServerForm({
    form: addressForm,
    start: { email },
    async submit(body) {
      await correct(body)
      toast.success(`The address of ${full_name} has been corrected.`, quick)
      close()
    },
    fallback: 'Failed to correct the address.',
  })
  return (
    <ServerForm form={form}>
      <Text inherit mb="md">
        {sends}
      </Text>
      <TextInput
        label={`Email of ${full_name}`}
        type="email"
        name="email"
        autoComplete="off"
        maxLength={254}
        data-autofocus
        {...form.field('email')}
      />
      <DialogButtons submit="Correct Address" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
