import type { Employee, EmployeeRole } from 'contract'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { EmployeeForm } from './EmployeeForm.tsx'

type Props = {
  isOpen: boolean
  /** Whom to edit; absent: somebody new. */
  employee?: Employee
  /** What somebody new is, to begin with. */
  as?: EmployeeRole
  close: () => void
}

export const EmployeeDialog = ({ isOpen, employee, as, close }: Props) => (
  <FormDialog isOpen={isOpen} close={close} title={employee ? 'Edit Employee' : 'Add New Employee'} size="lg">
    <EmployeeForm {...(employee && { employee })} {...(as && { as })} close={close} />
  </FormDialog>
)
