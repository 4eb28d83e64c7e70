import {
  dateFormat,
  dateProblems,
  isDate,
  managerProblems,
  type Priority,
  type Project,
  type ProjectStatus,
  problemOf,
  projectKeyRule,
  projectRules,
} from 'contract'
import { textProblems } from '../ui/form/formValue.ts'

export type ProjectValues = {
  name: string
  key: string
  description: string
  /** `YYYY-MM-DD`, or empty. */
  start_date: string
  end_date: string
  priority: Priority
  /** The manager's id, or empty. */
  assigned_pm: string
  /** A new project has the first one. */
  status?: ProjectStatus
}

type Context = {
  /** In the workspace, `YYYY-MM-DD`. */
  today: string
  /** As stored, of a project that exists. */
  before?: Project
  choosesManager: boolean
}

const toBody = ({ name, key, description, start_date, end_date, assigned_pm, ...choices }: ProjectValues) => ({
  name: name.trim(),
  ...(key.trim() && { key: projectKeyRule.clean(key) }),
  description: description.trim(),
  start_date: start_date || null,
  end_date: end_date || null,
  ...choices,
  ...(assigned_pm && { assigned_pm: Number(assigned_pm) }),
})

export const projectForm = {
  blank: {
    name: '',
    key: '',
    description: '',
    start_date: '',
    end_date: '',
    priority: 'medium',
    assigned_pm: '',
  } as ProjectValues,
  from: ({
    name,
    key,
    description,
    start_date,
    end_date,
    priority,
    status,
    assigned_pm,
    has_manager,
  }: Project): ProjectValues => ({
    name,
    key,
    description,
    start_date: start_date ?? '',
    end_date: end_date ?? '',
    priority,
    status,
    // A manager who has left cannot be chosen.
    assigned_pm: has_manager ? String(assigned_pm) : '',
  }),
  toBody,
  problems(values: ProjectValues, { today, before, choosesManager }: Context) {
    const body = toBody(values)
    const [start_date, end_date] = [values.start_date, values.end_date].map((date) =>
      date && !isDate(date) ? dateFormat : undefined,
    )
    const dates = dateProblems(body, today, before)
    return {
      ...textProblems(projectRules, values),
      key: values.key.trim() || before?.key ? problemOf(projectKeyRule, values.key) : undefined,
      start_date: start_date ?? dates.start_date?.[0],
      end_date: end_date ?? dates.end_date?.[0],
      assigned_pm: choosesManager ? managerProblems(body).assigned_pm?.[0] : undefined,
    }
  },
}
