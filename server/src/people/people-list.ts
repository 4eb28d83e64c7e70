// Lists of people: CSV, or cells that were copied from a spreadsheet.
import {
  choiceProblem,
  departments,
  type EmployeeRole,
  emailRule,
  employeeRoles,
  employeeRules,
  folded,
  mostNewcomers,
  type Newcomer,
  type NewcomerField,
  newcomerFields,
  problemOf,
  required,
  roleNames,
} from 'contract'
import { headIn, isBlank, readRecords, refusedTable } from '../kit/csv.ts'

/** The names of columns by their meaning, in lower case. A full name may be in two columns. */
const columnNames: Record<NewcomerField | 'first_name' | 'last_name', readonly string[]> = {
  full_name: ['name', 'full name', 'full_name', 'display name', 'employee', 'person'],
  first_name: ['first name', 'first_name', 'given name', 'forename'],
  last_name: ['last name', 'last_name', 'family name', 'surname'],
  email: ['email', 'e-mail', 'email address', 'e-mail address', 'mail', 'work email'],
  role: ['role', 'user role'],
  manager: ['manager', 'project manager', 'project_manager', 'manager email', 'manager name', 'reports to'],
  department: ['department', 'division'],
  job_title: ['job title', 'job_title', 'title', 'position', 'job'],
}
type Column = keyof typeof columnNames

const mostCells = 50_000

const roleWords: Record<EmployeeRole, readonly string[]> = {
  project_manager: ['projectmanager', 'pm', 'manager'],
  hr: ['hr', 'humanresources'],
  developer: ['developer', 'dev'],
}
const roleLabels = employeeRoles.map((role) => roleNames[role])

/** A line with its texts as they would be kept. `role` is null if it is none. */
export type NewcomerDraft = Record<Exclude<NewcomerField, 'role'>, string> & {
  line: number
  role_text: string
  role: EmployeeRole | null
  problems: Newcomer['problems']
}

/** Names are compared without case, accents and blanks around them. */
export const keyOfName = (name: string) => folded(name).trim().replace(/\s+/g, ' ')

/** Reads a list and judges each line by itself. Refuses what is no list. */
export function readPeople(text: string): { drafts: NewcomerDraft[]; ignored: string[] } {
  const message = `A list has at most ${mostNewcomers} people. Split it.`
  const records = readRecords(text, { rows: 2 * mostNewcomers, cells: mostCells, message }, isName)
  const top = headIn(records, isName)
  const first = records[top] ?? []
  const head = headOf(first)
  const rows = records.flatMap((cells, index) => (isBlank(cells) || (head && index <= top) ? [] : { cells, line: index + 1 }))
  const drafts = rows.map(({ cells, line }) => draftOf(cells, head ?? newcomerFields, line))
  if (!drafts.length) throw refusedTable('There are no people in this list.')
  if (drafts.length > mostNewcomers) throw refusedTable(message)
  reportRepeated(drafts)
  return { drafts, ignored: first.filter((name, index) => head?.[index] === null && name.trim()) }
}

/** `job_title`, `jobTitle` and “Job Title” are one name. */
const keyOfColumn = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
const columnNamed = (cell: string) =>
  (Object.keys(columnNames) as Column[]).find((column) =>
    columnNames[column].some((name) => keyOfColumn(name) === keyOfColumn(cell)),
  ) ?? null
const isName = (cell: string) => cell.length <= 60 && columnNamed(cell) !== null

/** The columns by the names in the head, or null if these are the cells of a person. */
function headOf(cells: readonly string[]): (Column | null)[] | null {
  const columns = cells.map(columnNamed)
  return columns.includes('email') ? columns.map((column, index) => (columns.indexOf(column) === index ? column : null)) : null
}

function draftOf(cells: readonly string[], columns: readonly (Column | null)[], line: number): NewcomerDraft {
  const cell = (column: Column) => cells[columns.indexOf(column)]?.trim() ?? ''
  const role_text = cell('role')
  const word = role_text.toLowerCase().replace(/[^a-z]/g, '')
  const role = employeeRoles.find((each) => roleWords[each].includes(word)) ?? null
  const department = departments.find((each) => keyOfName(each) === keyOfName(cell('department'))) ?? cell('department')
  const full_name = employeeRules.full_name.clean(cell('full_name') || `${cell('first_name')} ${cell('last_name')}`)
  const email = emailRule.clean(cell('email')).toLowerCase()
  const job_title = employeeRules.job_title.clean(cell('job_title'))
  const problems = {
    full_name: problemOf(employeeRules.full_name, full_name),
    email: problemOf(emailRule, email),
    role: role_text === '' ? required : role ? undefined : `Choose one of: ${roleLabels.join(', ')}.`,
    department: choiceProblem(departments, department),
    job_title: job_title ? problemOf(employeeRules.job_title, job_title) : undefined,
  }
  return {
    ...{ line, full_name, email, role_text, role, manager: cell('manager'), department, job_title },
    problems: newcomerFields.flatMap((field) => {
      const message = field === 'manager' ? undefined : problems[field]
      return message ? [{ field, message }] : []
    }),
  }
}

function reportRepeated(drafts: readonly NewcomerDraft[]) {
  const lines = new Map<string, number>()
  for (const { email, line, problems } of drafts) {
    const earlier = lines.get(email)
    if (email && earlier !== undefined) problems.push({ field: 'email', message: `Line ${earlier} has the same email.` })
    else lines.set(email, line)
  }
}
