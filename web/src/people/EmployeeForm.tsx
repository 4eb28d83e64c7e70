import { NativeSelect, PasswordInput, SimpleGrid, Text, TextInput } from '@mantine/core'
import { api, type Employee, type EmployeeRole, passwordRules } from 'contract'
import { useChange } from '../api/data.ts'
import { quick, toast } from '../ui/feedback/toast.tsx'
import { DialogButtons } from '../ui/form/DialogButtons.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { PasswordRules } from '../ui/form/PasswordRules.tsx'
import styles from './AllEmployees.module.css'
import { employeeForm } from './form.ts'
import { ManagerField } from './ManagerField.tsx'
import { affectedReads, departmentOptions, roleOptions } from './read.ts'

type Props = { employee?: Employee; as?: EmployeeRole; manager?: string | undefined; close: () => void }

/** A new employee, or what may be changed of one. */
export function EmployeeForm({ employee, as, manager = '', close }: Props) {
  const { mutateAsync: create } = useChange(api.employees.create, { touches: affectedReads })
  const { mutateAsync: update } = useChange(api.employees.update, { touches: affectedReads })
  const form = useServerForm({
    form: employeeForm,
    start: employee ? employeeForm.from(employee) : { ...employeeForm.blank, role: as ?? '', manager },
    context: { isNew: !employee },
    async submit(body) {
      const { email, password: _, manager: __, ...about } = body
      if (employee) await update({ params: { employee_id: String(employee.id) }, body: about })
      else await create({ body })
      toast.success(
        employee ? 'Employee updated successfully.' : `Employee added successfully. An invitation goes to ${email.trim()}.`,
        quick,
      )
      close()
    },
    fallback: 'An unexpected error occurred.',
  })

  return (
    <ServerForm form={form}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          className={employee ? undefined : styles.wide}
          label="Full name"
          name="full_name"
          autoComplete="off"
          maxLength={255}
          data-autofocus
          {...form.field('full_name')}
        />
        {employee ? (
          <div className={styles.text}>
            <Text inherit span display="block" mb="sm" fw="var(--weight-medium)">
              Email
            </Text>
            {employee.email}
          </div>
        ) : (
          <EmailFields field={form.field} />
        )}
        <TextInput label="Job title" name="job_title" autoComplete="off" maxLength={255} {...form.field('job_title')} />
        <NativeSelect
          label="Department"
          name="department"
          data={[{ value: '', label: 'Choose a department', disabled: true }, ...departmentOptions]}
          {...form.field('department')}
        />
        <NativeSelect
          label="Role"
          name="role"
          data={[{ value: '', label: 'Choose a role', disabled: true }, ...roleOptions]}
          {...form.field('role')}
        />
        {!employee && form.values.role === 'developer' && <ManagerField form={form} isWanted={as === 'developer'} />}
        {!employee && <PasswordField field={form.field} value={form.values.password} />}
      </SimpleGrid>
      <DialogButtons submit={employee ? 'Save' : 'Add Employee'} isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

type FieldProps = { field: (name: 'email' | 'confirm_email' | 'password') => object }

const EmailFields = ({ field }: FieldProps) => (
  <>
    <TextInput label="Email" type="email" name="email" autoComplete="off" maxLength={254} {...field('email')} />
    <TextInput
      label="Confirm Email"
      type="email"
      name="confirm_email"
      autoComplete="off"
      maxLength={254}
      {...field('confirm_email')}
    />
  </>
)

const PasswordField = ({ field, value }: FieldProps & { value: string }) => (
  <>
    <PasswordInput
      label="Password (optional)"
      description="Without one, the person sets it by the link in the invitation."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      name="password"
      autoComplete="new-password"
      {...field('password')}
    />
    {value && (
      <div className={styles.wide}>
        <PasswordRules rules={passwordRules} value={value} />
      </div>
    )}
  </>
)
