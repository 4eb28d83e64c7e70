import {
  choiceProblem,
  departments,
  type Employee,
  emailOf,
  emailRule,
  employeeRoles,
  employeeRules,
  peopleText,
  problemOf,
  strongPassword,
} from 'contract'
import { textProblems } from '../ui/form/formValue.ts'

type EmployeeValues = {
  full_name: string
  job_title: string
  department: string
  role: string
  /** This field and those below belong to a new employee only. */
  email: string
  confirm_email: string
  /** Empty where the person sets it. */
  password: string
  /** The id of a new developer's project manager, or empty. */
  manager: string
}

const blank: EmployeeValues = {
  full_name: '',
  job_title: '',
  department: '',
  role: '',
  email: '',
  confirm_email: '',
  password: '',
  manager: '',
}

export const employeeForm = {
  blank,
  from: ({ full_name, job_title, department, role }: Employee): EmployeeValues => ({
    ...blank,
    full_name,
    job_title,
    department,
    role,
  }),
  toBody: ({ confirm_email: _, password, manager, ...fields }: EmployeeValues) => ({
    ...fields,
    ...(password && { password }),
    ...(fields.role === 'developer' && manager && { manager: Number(manager) }),
  }),
  problems: (values: EmployeeValues, { isNew }: { isNew: boolean }) => ({
    ...textProblems(employeeRules, values),
    department: choiceProblem(departments, values.department),
    role: choiceProblem(employeeRoles, values.role),
    ...(isNew && {
      email: problemOf(emailRule, values.email),
      confirm_email: isSame(values.email, values.confirm_email) ? undefined : 'Emails do not match.',
      password: values.password ? problemOf(strongPassword, values.password) : undefined,
    }),
  }),
}

/** Whether a repeated address is the same. */
export const isSame = (email: string, other: string) => emailOf(email).toLowerCase() === emailOf(other).toLowerCase()

/** The right address of somebody to whom no mail could be delivered. */
export const addressForm = {
  blank: { email: '' },
  toBody: ({ email }: { email: string }) => ({ email }),
  problems: ({ email }: { email: string }) => ({ email: problemOf(emailRule, email) }),
}

/** A list of several new people. */
export const peopleForm = {
  blank: { text: '' },
  toBody: ({ text }: { text: string }) => ({ text }),
  problems: ({ text }: { text: string }) => ({ text: problemOf(peopleText, text) }),
}
