import {
  type Application,
  choiceProblem,
  dateFormat,
  departments,
  employeeRoles,
  employeeRules,
  isDate,
  optionalTextRule,
  problemOf,
} from 'contract'

type HireValues = {
  job_title: string
  department: string
  starts_on: string
  /** The id of a location; empty for none. */
  location: string
}

/** The job of an applicant who is hired. */
export const hireForm = {
  blank: { job_title: '', department: '', starts_on: '', location: '' } as HireValues,
  /** As the opening says. */
  from: ({ opening: { title, department, location } }: Pick<Application, 'opening'>): HireValues => ({
    job_title: title,
    department,
    starts_on: '',
    location: location === null ? '' : String(location),
  }),
  toBody: ({ department, location, ...values }: HireValues) => ({
    ...values,
    department: department as (typeof departments)[number],
    location: location ? Number(location) : null,
  }),
  problems: ({ job_title, department, starts_on }: HireValues) => ({
    job_title: problemOf(employeeRules.job_title, job_title),
    department: choiceProblem(departments, department),
    starts_on: isDate(starts_on) ? undefined : dateFormat,
  }),
}

type ConfirmationValues = {
  role: string
  /** The id of a new developer's project manager, or empty. */
  manager: string
}

/** An administrator's part of an invitation. */
export const confirmationForm = {
  blank: { role: '', manager: '' } as ConfirmationValues,
  toBody: ({ role, manager }: ConfirmationValues) => ({
    role: role as (typeof employeeRoles)[number],
    manager: role === 'developer' && manager ? Number(manager) : null,
  }),
  problems: ({ role }: ConfirmationValues) => ({ role: choiceProblem(employeeRoles, role) }),
}

const reasonRule = optionalTextRule({ max: 500 })

/** The reason why nobody is invited. */
export const refusalForm = {
  blank: { reason: '' },
  toBody: ({ reason }: { reason: string }) => ({ reason: reason.trim() }),
  problems: ({ reason }: { reason: string }) => ({
    reason: reason.trim() === '' ? 'Say why, so that HR knows what to do.' : problemOf(reasonRule, reason),
  }),
}
