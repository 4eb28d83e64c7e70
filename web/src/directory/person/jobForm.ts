import { choiceProblem, departments, directoryProblems, employeeRules, type PersonRecord, personRules } from 'contract'
import { textProblems } from '../../ui/form/formValue.ts'

export type JobValues = {
  job_title: string
  department: string
  phone: string
  /** The id of a location; empty for the default one. */
  location: string
  /** The id of a person; empty for nobody. */
  reports_to: string
  starts_on: string
  ends_on: string
}

const idOf = (text: string) => (text ? Number(text) : null)
const textOf = (id: number | null) => (id === null ? '' : String(id))

/** The fields of a job that HR edits. */
export const jobForm = {
  blank: { job_title: '', department: '', phone: '', location: '', reports_to: '', starts_on: '', ends_on: '' },
  from: ({ person, job }: Pick<PersonRecord, 'person' | 'job'>): JobValues => ({
    job_title: person.job_title,
    department: person.department,
    phone: person.phone,
    location: textOf(job?.location ?? null),
    reports_to: textOf(person.reports_to),
    starts_on: job?.starts_on ?? '',
    ends_on: job?.ends_on ?? '',
  }),
  toBody: ({ location, reports_to, starts_on, ends_on, ...texts }: JobValues) => ({
    ...texts,
    department: texts.department as (typeof departments)[number],
    location: idOf(location),
    reports_to: idOf(reports_to),
    starts_on: starts_on || null,
    ends_on: ends_on || null,
  }),
  /** Fields that administrators have left empty may stay so: unchanged fields are not sent. */
  problems: (values: JobValues, { before }: { before: JobValues }) => {
    const { job_title, phone } = textProblems({ job_title: employeeRules.job_title, phone: personRules.phone }, values)
    return {
      job_title: values.job_title === before.job_title ? undefined : job_title,
      department: values.department === before.department ? undefined : choiceProblem(departments, values.department),
      phone,
      ends_on:
        values.starts_on && values.ends_on && values.ends_on < values.starts_on ? directoryProblems.endsTooEarly : undefined,
    }
  },
}
