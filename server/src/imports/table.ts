// Tables: CSV of any origin, and the CSV exports of Asana and Jira.
import { createHash } from 'node:crypto'
import { type ImportField, type ImportFormat, importFields, mostImported } from 'contract'
import { readRecords, refusedTable } from '../kit/csv.ts'
import { commentIn, idsInOrder, secondsIn, subtaskType } from './jira.ts'
import { blankItem, type Column, type ImportSource, type Item, tooManyRows } from './source.ts'

const mostCells = 500_000
const mostSamples = 3
const sampleLength = 60

/** The names of columns by their meaning, in lower case. */
const columnNames: Record<ImportField, readonly string[]> = {
  title: ['title', 'name', 'task', 'task name', 'summary', 'subject', 'card name', 'issue', 'to do', 'todo'],
  description: ['description', 'notes', 'desc', 'details', 'body', 'card description', 'task description'],
  assignee: ['assignee email', 'assignee', 'assigned to', 'assignees', 'owner', 'responsible', 'member', 'members', 'person'],
  due_date: ['due date', 'due', 'deadline', 'due on', 'due_date', 'due at', 'end date', 'date due'],
  status: ['status', 'section/column', 'section', 'list', 'list name', 'column', 'state', 'stage'],
  priority: ['priority', 'prio', 'importance'],
  labels: ['labels', 'label', 'tags', 'tag'],
  parent: ['parent id', 'parent', 'parent key', 'parent task', 'parent issue', 'subtask of'],
  id: ['issue id', 'task id', 'card id', 'id', 'issue key', 'key'],
  estimated_hours: ['estimated hours', 'estimate', 'original estimate', 'estimated time', 'time estimate', 'hours', 'effort'],
  comment: ['comment', 'comments'],
  done_at: ['completed at', 'resolved', 'completed on', 'done at', 'closed at'],
  type: ['issue type'],
}

/** Fields of which a row may have several, each in its column. */
const isRepeatable = (field: ImportField) => ['assignee', 'labels', 'comment', 'id', 'parent'].includes(field)

/** The export of which tool a table's head belongs to. */
function formatOfHead(head: readonly string[]): ImportFormat {
  const names = new Set(head.map((name) => name.trim().toLowerCase()))
  if (names.has('issue key') && names.has('summary')) return 'jira'
  return names.has('task id') && names.has('section/column') ? 'asana' : 'csv'
}

type Choice = { format?: ImportFormat | undefined; columns?: readonly (ImportField | null)[] | undefined }

export function readTable(text: string, { format: chosen, columns: mapping }: Choice): ImportSource {
  const [head = [], ...rows] = readRecords(text, { rows: mostImported + 1, cells: mostCells, message: tooManyRows })
  const format = chosen ?? formatOfHead(head)
  const fields = head.map((name, index) => (mapping ? (mapping[index] ?? null) : guess(head, index, name)))
  const filled = rows.flatMap((cells, index) => (cells.some((cell) => cell.trim()) ? { cells, number: index + 2 } : []))
  if (!filled.length) throw refusedTable('This table has no rows below its head.')
  const columns = head.map((name, index): Column => {
    const samples = samplesOf(filled.map(({ cells }) => cells[index] ?? ''))
    return { name: name.trim() || `Column ${index + 1}`, samples, field: fields[index] ?? null }
  })
  const accounts = format === 'jira' ? accountsIn(head, filled) : new Map<string, string>()
  const indexesOf = Object.fromEntries(
    importFields.map((field) => [field, fields.flatMap((each, index) => (each === field ? [index] : []))]),
  )
  const items = filled.map(({ cells, number }) => itemOf(cells, { indexesOf, format, accounts, place: `Row ${number}` }))
  return { format, items, columns, notes: [] }
}

/** The first values that differ. */
function samplesOf(values: readonly string[]) {
  const samples = new Set<string>()
  for (const value of values) {
    if (value.trim()) samples.add(value.trim())
    if (samples.size === mostSamples) break
  }
  return [...samples].map((value) => [...value.slice(0, 2 * sampleLength)].slice(0, sampleLength).join(''))
}

/** The field of a column by its name, unless a column with a better name has it. */
function guess(head: readonly string[], index: number, name: string): ImportField | null {
  const names = head.map((each) => each.trim().toLowerCase())
  const own = name.trim().toLowerCase()
  const fields = Object.keys(columnNames) as ImportField[]
  const field = fields.find((each) => columnNames[each].includes(own))
  if (!field || isRepeatable(field)) return field ?? null
  const best = columnNames[field].find((each) => names.includes(each))
  return best === own && names.indexOf(own) === index ? field : null
}

type Reading = {
  indexesOf: Partial<Record<ImportField, readonly number[]>>
  format: ImportFormat
  accounts: ReadonlyMap<string, string>
  place: string
}

function itemOf(cells: readonly string[], { indexesOf, format, accounts, place }: Reading): Item {
  const all = (field: ImportField) => (indexesOf[field] ?? []).flatMap((index) => cells[index]?.trim() || [])
  const one = (field: ImportField) => all(field)[0] ?? ''
  const isJira = format === 'jira'
  const done_at = one('done_at')
  return {
    ...blankItem,
    place,
    ids: isJira ? idsInOrder(all('id')) : all('id'),
    content: contentOf(cells),
    parent: one('parent'),
    mayBeSubtask: !one('type') || subtaskType.test(one('type')),
    title: one('title'),
    description: one('description'),
    status: one('status'),
    // Asana keeps what is completed in its section.
    is_done: format === 'asana' && done_at !== '',
    done_at,
    due_date: one('due_date'),
    priority: one('priority'),
    // “Diaz, Dana” is one person, and “Dana, Dev” are two.
    people: all('assignee').flatMap((people) => [people, ...people.split(/[,;]/)]),
    // Jira has one label in a column, and names of labels have no blanks there.
    labels: all('labels').flatMap((labels) => labels.split(/[,;]/)),
    estimated_hours: isJira ? secondsIn(one('estimated_hours')) : one('estimated_hours'),
    comments: all('comment').map((text) => (isJira ? commentIn(text, accounts) : { author: '', at: '', text })),
  }
}

/** The same for a row that a tool has saved again: blanks around cells and empty ones at the end do not count. */
function contentOf(cells: readonly string[]) {
  const texts = cells.map((cell) => cell.trim())
  const length = texts.findLastIndex(Boolean) + 1
  return createHash('sha256')
    .update(JSON.stringify(texts.slice(0, length)))
    .digest('base64url')
    .slice(0, 32)
}

/** The names of Jira's accounts: comments name their authors by account, and other columns have both. */
function accountsIn(head: readonly string[], rows: readonly { cells: readonly string[] }[]) {
  const indexOf = (name: string) => head.findIndex((each) => each.trim().toLowerCase() === name)
  const pairs = ['assignee', 'reporter', 'creator'].map((role) => [indexOf(`${role} id`), indexOf(role)] as const)
  const accounts = new Map<string, string>()
  for (const { cells } of rows)
    for (const [id, name] of pairs) {
      const [account, person] = [cells[id]?.trim(), cells[name]?.trim()]
      if (account && person) accounts.set(account, person)
    }
  return accounts
}
