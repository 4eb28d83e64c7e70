// Tables: CSV of any origin, and the CSV exports of Asana and Jira.
import { createHash } from 'node:crypto'
import { type ImportField, type ImportFormat, importFields, mostImported } from 'contract'
import { headIn, isBlank, mostAboveHead, readRecords, refusedTable } from '../kit/csv.ts'
import { commentIn, idsInOrder, secondsIn, subtaskType } from './jira.ts'
import { blankItem, type Column, type ImportSource, type Item, tooManyRows } from './source.ts'

const mostCells = 500_000
const mostSamples = 3
const sampleLength = 60

/** The names of columns by their meaning, the preferred ones first, as `keyOfColumn` makes them. */
const columnNames: Record<ImportField, string> = {
  title: `title name task taskname tasktitle summary subject cardname cardtitle issue issuetitle issuename issuesummary todo item itemname
    itemtitle workitem workitemtitle storytitle storyname tickettitle content actionitem`,
  description: `description notes note desc details body carddescription taskdescription issuedescription itemdescription taskcontent
    descriptionplain longdescription`,
  assignee: `assigneeemail assignee assignees assigneename assigneenames assigneesnames assigneeusername assigneeusernames assigneeemails assignedto
    assignedtoemail assignedtoname assigned assignedperson assignedpeople assignedmember assignedmembers assigneduser assignedusers
    responsible responsibles responsibleperson owner owneremail ownername owners taskowner cardmembers member members membername membernames
    person people resource resources resourcename resourcenames`,
  due_date: `duedate due duedates dueon dueat datedue duedatetime duetime deadline deadlinedate deadlineon targetdate targetenddate targetend
    targetcompletiondate finishdate plannedfinish plannedfinishdate plannedend plannedenddate expectedend expectedenddate expectedcompletiondate
    enddate endat endon endsat endson finish end timelineend scheduledend scheduledfinish`,
  status: `status statusname taskstatus issuestatus itemstatus cardstatus currentstatus workflowstatus state statename workflowstate issuestate
    taskstate progress stage sectioncolumn section sectionname list listname cardlist column columnname boardcolumn bucket bucketname
    percentcomplete %complete %completed`,
  category: `statuscategory statuscategoryname statuscategorykey statecategory statetype statustype statusgroup stategroup workflowstatetype
    workflowstatecategory`,
  resolution: 'resolution statereason closereason closedreason resolutionname',
  priority: 'priority prio prioritylevel priorityname taskpriority issuepriority importance urgency',
  labels: 'labels label labelnames labelname tags tag tagnames tagname cardlabels tasklabels tasktags keywords categories',
  parent: `parentid parentissueid parenttaskid parentitemid parentworkitemid parentworkitem parent parentkey parentissuekey parenttask
    parentissue parentitem parentcard parentnumber parenttitle parentname parenttaskname parentgid parentticket subtaskof`,
  id: `issueid taskid cardid itemid workitemid ticketid storyid id gid uid uuid guid issuekey taskkey key identifier iid issueiid
    number issuenumber tasknumber ticketnumber cardnumber itemnumber num nr no # id# task# issue# ticket# customid taskcustomid`,
  estimated_hours: `estimatedhours estimate originalestimate estimatedtime timeestimate timeestimatetext timeestimatedtext hours effort estimatehours estimatehrs estimateh
    estimatedhrs estimatedh efforthours efforth plannedhours estimatedtimehours timeestimatehours originalestimatehours estimatedeffort
    estimatedduration plannedeffort plannedwork estimation estimationhours`,
  comment: 'comment comments commenttext',
  done_at: `completedat completedon completeddate completeddatetime completedtime completeddateutc completiondate completiontime datecompleted
    dateofcompletion completed iscompleted iscomplete resolved resolvedat resolvedon resolveddate resolutiondate dateresolved isresolved doneat doneon
    donedate datedone done isdone closedat closedatutc closedon closeddate closed dateclosed isclosed finishedat finishedon finisheddate
    datefinished finished actualfinish actualfinishdate actualend actualenddate completedatutc`,
  type: 'issuetype',
}

const fieldsByName = new Map(
  Object.entries(columnNames).flatMap(([field, names]) =>
    names.split(/\s+/).map((name, rank) => [name, { field, rank }] as const),
  ),
) as ReadonlyMap<string, { field: ImportField; rank: number }>

/** Equal for `due_date`, `dueDate`, “Due date” and “Due-Date *”, and for “Label(s)” and “labels”. */
const keyOfColumn = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}#%]/gu, '')

/** The meaning of a column's name. What stands in brackets counts only in estimates, which may be in days or points. */
function meaningOf(name: string) {
  const short = fieldsByName.get(keyOfColumn(name.replace(/\([^()]*\)\s*$/, '')))
  return fieldsByName.get(keyOfColumn(name)) ?? (short?.field === 'estimated_hours' ? undefined : short)
}

/** Statuses and types below the head are no names of columns. */
const isWord = (cell: string) =>
  /^(done|complete[d]?|closed|finished|resolved|finish|end|to ?do|task|issue|story|key|number|no)$/i.test(cell.trim())
const isName = (cell: string) => cell.length <= 60 && meaningOf(cell) !== undefined && !isWord(cell)

/** Owners count if a row names no assignee, and its author only if it names neither. */
function rankOfPerson(column: string) {
  if (/report|creat|author/i.test(column)) return 2
  return /own|respons|member|person|people|resource/i.test(column) && !/assign/i.test(column) ? 1 : 0
}

/** Fields of which a row may have several, each in its column. */
const isRepeatable = (field: ImportField) => ['assignee', 'labels', 'comment', 'id', 'parent'].includes(field)

/** Of these, the first that is filled counts, or counts first. */
const isOrdered = (field: ImportField) => ['id', 'parent'].includes(field)

/** The export of which tool a table's head belongs to. */
function formatOfHead(head: readonly string[]): ImportFormat {
  const names = new Set(head.map(keyOfColumn))
  if (names.has('issuekey') && names.has('summary')) return 'jira'
  return names.has('taskid') && names.has('sectioncolumn') ? 'asana' : 'csv'
}

type Choice = { format?: ImportFormat | undefined; columns?: readonly (ImportField | null)[] | undefined }

export function readTable(text: string, { format: chosen, columns: mapping }: Choice): ImportSource {
  const records = readRecords(text, { rows: mostImported + mostAboveHead, cells: mostCells, message: tooManyRows }, isName)
  const top = headIn(records, isName)
  const head = records[top] ?? []
  const format = chosen ?? formatOfHead(head)
  const fields = head.map((_, index) => (mapping ? (mapping[index] ?? null) : guess(head, index)))
  const filled = records.flatMap((cells, index) => (index > top && !isBlank(cells) ? { cells, number: index + 1 } : []))
  if (!filled.length) throw refusedTable('This table has no rows below its head.')
  const columns = head.map((name, index): Column => {
    const samples = samplesOf(filled.map(({ cells }) => cells[index] ?? ''))
    return { name: name.trim() || `Column ${index + 1}`, samples, field: fields[index] ?? null }
  })
  const accounts = format === 'jira' ? accountsIn(head, filled) : new Map<string, string>()
  const indexesOf = indexesIn(head, fields)
  const items = filled.map(({ cells, number }) => itemOf(cells, { head, indexesOf, format, accounts, place: `Row ${number}` }))
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
function guess(head: readonly string[], index: number): ImportField | null {
  const own = meaningOf(head[index] ?? '')
  if (!own || isRepeatable(own.field)) return own?.field ?? null
  const ranks = head
    .map((name) => meaningOf(name))
    .map((each) => (each?.field === own.field ? each.rank : Number.POSITIVE_INFINITY))
  return ranks.indexOf(Math.min(...ranks)) === index ? own.field : null
}

/** The columns of each field, those with the preferred names first. */
function indexesIn(head: readonly string[], fields: readonly (ImportField | null)[]) {
  const rankOf = (index: number) => meaningOf(head[index] ?? '')?.rank ?? Number.MAX_VALUE
  return Object.fromEntries(
    importFields.map((field) => {
      const indexes = fields.flatMap((each, index) => (each === field ? [index] : []))
      return [field, isOrdered(field) ? indexes.sort((a, b) => rankOf(a) - rankOf(b)) : indexes]
    }),
  )
}

type Reading = {
  head: readonly string[]
  indexesOf: Partial<Record<ImportField, readonly number[]>>
  format: ImportFormat
  accounts: ReadonlyMap<string, string>
  place: string
}

function itemOf(cells: readonly string[], { head, indexesOf, format, accounts, place }: Reading): Item {
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
    category: one('category'),
    resolution: one('resolution'),
    // Asana keeps what is completed in its section.
    is_done: format === 'asana' && done_at !== '',
    done_at,
    due_date: one('due_date'),
    priority: one('priority'),
    people: peopleIn(cells, { head, indexes: indexesOf.assignee ?? [] }),
    labels: all('labels').map(namesIn),
    estimated_hours: isJira ? secondsIn(one('estimated_hours')) : one('estimated_hours'),
    comments: all('comment').map((text) => (isJira ? commentIn(text, accounts) : { author: '', at: '', text })),
  }
}

/** The people of the columns that count most. */
function peopleIn(cells: readonly string[], { head, indexes }: { head: readonly string[]; indexes: readonly number[] }) {
  const filled = indexes.filter((index) => cells[index]?.trim())
  const ranks = filled.map((index) => rankOfPerson(head[index] ?? ''))
  const counting = filled.filter((_, nth) => ranks[nth] === Math.min(...ranks))
  // “Diaz, Dana” is one person, and “Dana, Dev” are two.
  return counting.flatMap((index) => {
    const people = unbracketed(cells[index]?.trim() ?? '')
    return [people, ...people.split(/[,;|\n]/)]
  })
}

/** ClickUp writes lists as “[Ada, Dev]”. */
const unbracketed = (text: string) => /^\[(.*)\]$/s.exec(text)?.[1] ?? text

/** The names in a list, and the separators between them. A name that contains a separator may stand in quotation marks. */
function namesIn(written: string) {
  const list = unbracketed(written)
  const parts = ['']
  let isQuoted = false
  for (const character of list) {
    const part = parts.at(-1) ?? ''
    if (character === '"' && (isQuoted || !part.trim() || part.trim().startsWith('"'))) isQuoted = !isQuoted
    if (!isQuoted && separator.test(character)) parts.push(character, '')
    else parts[parts.length - 1] = part + character
  }
  if (isQuoted) return list.split(separator)
  return parts.map((part) => /^\s*"(.*)"\s*$/s.exec(part)?.[1]?.replaceAll('""', '"') ?? part)
}
const separator = /([,;|\n])/

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
  const indexOf = (name: string) => head.findIndex((each) => keyOfColumn(each) === name)
  const pairs = ['assignee', 'reporter', 'creator'].map((role) => [indexOf(`${role}id`), indexOf(role)] as const)
  const accounts = new Map<string, string>()
  for (const { cells } of rows)
    for (const [id, name] of pairs) {
      const [account, person] = [cells[id]?.trim(), cells[name]?.trim()]
      if (account && person) accounts.set(account, person)
    }
  return accounts
}
