import { Modal } from '@mantine/core'
import type { Employee } from 'contract'
import { EmployeeForm } from './EmployeeForm.tsx'

type Props = {
  isOpen: boolean
  /** Whom to edit; absent: somebody new. */
  employee?: Employee
  close: () => void
}

export const EmployeeDialog = ({ isOpen, employee, close }: Props) => (
  <Modal
    opened={isOpen}
    onClose={close}
    title={employee ? 'Edit Employee' : 'Add New Employee'}
    size="lg"
    closeOnClickOutside={false}
  >
    <EmployeeForm {...(employee && { employee })} close={close} />
  </Modal>
)
