import { choiceProblem, departments, emailRule, employeeRoles, employeeRules, problemOf, required, secretRule } from 'contract'
import { isSame } from '../people/form.ts'

export type Way = 'promote' | 'invite'

/** A new administrator: an employee, or somebody new. */
export const administratorForm = {
  blank: { employee: '', full_name: '', email: '', confirm_email: '' },
  toBody: ({ employee, full_name, email }: Record<'employee' | 'full_name' | 'email', string>) => ({
    promotion: { employee: employee && Number(employee) },
    invitation: { full_name, email },
  }),
  problems: (values: Record<'employee' | 'full_name' | 'email' | 'confirm_email', string>, { way }: { way: Way }) =>
    way === 'promote'
      ? { employee: values.employee ? undefined : required }
      : {
          full_name: problemOf(employeeRules.full_name, values.full_name),
          email: problemOf(emailRule, values.email),
          confirm_email: isSame(values.email, values.confirm_email) ? undefined : 'Emails do not match.',
        },
}

type Job = { role: string; job_title: string; department: string }

/** The role and job of an administrator who steps down. */
export const stepDownForm = {
  blank: { role: '', job_title: '', department: '' },
  toBody: (values: Job) => values,
  problems: ({ role, job_title, department }: Job) => ({
    role: choiceProblem(employeeRoles, role),
    job_title: problemOf(employeeRules.job_title, job_title),
    department: choiceProblem(departments, department),
  }),
}

export const ownershipForm = {
  blank: { password: '' },
  toBody: (values: { password: string }) => values,
  problems: ({ password }: { password: string }) => ({ password: problemOf(secretRule, password) }),
}
