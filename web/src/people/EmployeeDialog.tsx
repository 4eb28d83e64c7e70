import type { Employee, EmployeeRole } from 'contract'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { EmployeeForm } from './EmployeeForm.tsx'

type Props = {
  isOpen: boolean
  /** The one to edit; absent for a new one. */
  employee?: Employee
  /** The role that is preselected for a new one. */
  as?: EmployeeRole
  /** The id of the project manager who is preselected for a new developer. */
  manager?: string | undefined
  close: () => void
}

export const EmployeeDialog = ({ isOpen, employee, as, manager, close }: Props) => (
  <FormDialog isOpen={isOpen} close={close} title={employee ? 'Edit Employee' : 'Add New Employee'} size="lg">
    <EmployeeForm {...(employee && { employee })} {...(as && { as })} manager={manager} close={close} />
  </FormDialog>
)
