// Decisions about the tables and columns of a workspace that is imported. A test fails for those of which nothing is known.
import {
  emailRule,
  fileNameRule,
  historyFields,
  lineRule,
  problemOf,
  proseOf,
  reactions,
  securityEvents,
  type TextRule,
} from 'contract'
import { FileProblem } from './import-file.ts'
import type { Table } from './tables.ts'

/** Exported, but not imported. */
export const notImported: Readonly<Record<string, string>> = {
  payments: 'They were made to another account or for another workspace, and would count as takings here.',
  ending_notices: 'They tell of dates that the workspace does not have here.',
  trash: 'Whoever deleted it had a minute to undo that.',
}

/** The columns of `tenants` that keep what the file says. The others are decided by `createTenant`, as at sign-up. */
export const keptOfTenant = [
  'timezone',
  'first_day',
  'accent',
  'leave_approval',
  'retention_days',
  'is_blocked',
  'created_at',
  'summarised_on',
] as const
export const decidedOfTenant = [
  ...['id', 'name', 'name_key', 'subdomain', 'schema', 'on_trial', 'trial_ends_on', 'paid_until', 'deleted_at', 'is_public_demo'],
  'requires_second_factor',
] as const

/** A column of this type holds an id, and every id of a file is raised by the same number. */
export const typeOfIds = 'bigint'

/** The texts that may mention people. */
const writtenTexts = [
  ...['projects.description', 'tasks.description', 'subtasks.description', 'subtask_proposals.description'],
  ...['template_work.description', 'templates.description'],
  ...['comments.text', 'chat_messages.content', 'project_updates.text', 'history.before', 'history.after'],
  ...['openings.description', 'application_entries.text'],
]

/** Ids inside of texts: in the paths of the app's pages, in the filters of a view, and in mentions. */
const idsInTexts: Readonly<Record<string, RegExp>> = {
  'notifications.link': /(?<=[/=])\d+(?=$|[/?&#])/g,
  'leave_ledger.key': /(?<=^request )\d+$/g,
  'saved_views.query': /(?<=(?:^|&)(?:person|label)=)\d+(?=$|&)/g,
  ...Object.fromEntries(writtenTexts.map((column) => [column, /(?<=\]\(person:)\d+(?=\))/g])),
}

type Row = Record<string, unknown>

export const hasIdsInTexts = (table: string) => Object.keys(idsInTexts).some((column) => column.startsWith(`${table}.`))

/** Returns the row with the ids in its texts raised, or null if it has none. */
export function withRaisedTexts(table: string, row: Row, raise: number) {
  const raised = Object.entries(row).flatMap(([column, value]) => {
    const ids = idsInTexts[`${table}.${column}`]
    return ids && typeof value === 'string' ? [[column, value.replace(ids, (id) => String(Number(id) + raise))]] : []
  })
  return raised.length ? { ...row, ...Object.fromEntries(raised) } : null
}

const isText = (value: unknown): value is string => typeof value === 'string'
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/
/** The API has no text of more than 10,000 characters, which are up to two units each. */
const longestText = 20_000

/** The form of each type's values in a file. PostgreSQL is more lenient: it takes `infinity` for a date, which no answer can hold. */
const shapes: Readonly<Record<string, (value: unknown) => boolean>> = {
  bigint: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  integer: Number.isInteger,
  'integer[]': (value) => Array.isArray(value) && value.every(Number.isInteger),
  numeric: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  text: (value) => isText(value) && value.length <= longestText && value.isWellFormed() && !value.includes('\0'),
  date: (value) => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value),
  'timestamp with time zone': (value) => isText(value) && timestamp.test(value),
  bytea: (value) => isText(value) && /^\\x([\da-f]{2})*$/.test(value),
}

const oneOf = (known: readonly string[]) => (value: unknown) =>
  known.includes(String(value)) ? undefined : `It is none of ${known.join(', ')}.`
const ofRule = (rule: TextRule) => (value: unknown) => (isText(value) ? problemOf(rule, value) : undefined)
const hasOddCharacters = 'It has characters that no such text has.'
/** For texts that are never cleaned again before they are used. */
const ofCleanRule = (rule: TextRule) => (value: unknown) =>
  isText(value) && rule.clean(value) !== value ? hasOddCharacters : ofRule(rule)(value)
/** What is wrong with a name. Names of earlier versions may have invisible characters, but none that turn or break a line. */
export const nameProblem = (value: unknown) =>
  isText(value) && (proseOf(value) !== value.trim() || /[\t\n\r]/.test(value)) ? hasOddCharacters : ofRule(lineRule())(value)
/** Rules that the API keeps and the database does not, where a broken one would break more than a screen. */
const rules: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  'people.email': ofCleanRule(emailRule),
  'people.full_name': nameProblem,
  // Empty once the applicant's data has been removed.
  'applications.email': (value) => (value === '' ? undefined : ofCleanRule(emailRule)(value)),
  'files.name': ofCleanRule(fileNameRule),
  'history.field': oneOf(historyFields),
  'comment_reactions.reaction': oneOf(reactions),
  'security_events.kind': (value) => (Object.hasOwn(securityEvents, String(value)) ? undefined : 'It is no known event.'),
}

/** Returns a function that throws if a row can't be one of this table. */
export function judgeOf({ name: table, columns }: Pick<Table, 'name' | 'columns'>) {
  const expected = columns.map(({ name, type }) => ({ name, type, isShaped: shapes[type], rule: rules[`${table}.${name}`] }))
  return (line: number, row: Row) => {
    const names = Object.keys(row)
    const isComplete = names.length === expected.length && expected.every(({ name }) => Object.hasOwn(row, name))
    if (!isComplete) throw new FileProblem(line, `${table} has other columns here than the first line says.`)
    for (const { name, type, isShaped, rule } of expected) {
      const value = row[name]
      if (value !== null && isShaped && !isShaped(value))
        throw new FileProblem(line, `${table}.${name} is no valid ${wordOf(type)}.`)
      const problem = rule?.(value)
      if (problem) throw new FileProblem(line, `${table}.${name} is not allowed: ${problem}`)
    }
  }
}

const wordOf = (type: string) => (type === typeOfIds ? 'id' : type)
