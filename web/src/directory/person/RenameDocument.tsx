import { TextInput } from '@mantine/core'
import { type Document, fileNameRule } from 'contract'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { documentForm } from './documentForm.ts'
import type { DocumentActions } from './useDocumentActions.ts'

type Props = { document: Document; rename: DocumentActions['rename']; close: () => void }

export const RenameDocument = (props: Props) => (
  <FormDialog isOpen close={props.close} title="Rename Document">
    <NameForm {...props} />
  </FormDialog>
)

function NameForm({ document, rename, close }: Props) {
  const form = useServerForm({
    form: documentForm,
    start: documentForm.from(document),
    async submit({ name }) {
      await rename(document, name)
      toast.success('Document renamed.', quick)
      close()
    },
    fallback: 'The document could not be renamed.',
  })
  return (
    <ServerForm form={form}>
      <TextInput
        label="Name"
        name="name"
        autoComplete="off"
        maxLength={fileNameRule.max[0]}
        data-autofocus
        {...form.field('name')}
      />
      <DialogButtons submit="Save" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
