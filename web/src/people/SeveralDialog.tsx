import { FormDialog } from '../ui/form/FormDialog.tsx'
import { SeveralForm } from './SeveralForm.tsx'

type Props = { isOpen: boolean; close: () => void }

export const SeveralDialog = ({ isOpen, close }: Props) => (
  <FormDialog isOpen={isOpen} close={close} title="Add Several People" size="xl">
    <SeveralForm close={close} />
  </FormDialog>
)
