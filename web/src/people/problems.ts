import { brokenRules, passwordRules, required } from 'contract'

type EmployeeEntries = {
  full_name: string
  email: string
  confirm_email: string
  job_title: string
  department: string
  role: string
  password: string
}

/** What is wrong with the form of an employee before it is sent, by field. E-mail and password are only read of a new one. */
export function employeeProblems(entries: EmployeeEntries, { isNew }: { isNew: boolean }) {
  const { full_name, job_title, department, role, password } = entries
  const email = entries.email.trim()
  const isSame = email.toLowerCase() === entries.confirm_email.trim().toLowerCase()
  return {
    full_name: full_name.trim() ? undefined : required,
    job_title: job_title.trim() ? undefined : required,
    department: department ? undefined : required,
    role: role ? undefined : required,
    ...(isNew && {
      email: email ? (looksLikeEmail(email) ? undefined : 'Invalid email format') : required,
      confirm_email: isSame ? undefined : 'Emails do not match.',
      password: password ? brokenRules(passwordRules, password)[0] : undefined,
    }),
  }
}

const looksLikeEmail = (value: string) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value)
