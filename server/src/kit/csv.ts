import { CsvError, parse } from 'csv-parse/sync'
import { invalid } from './errors.ts'

const mostColumns = 500

type Most = {
  rows: number
  /** The message for a table that has more rows. */
  message: string
  cells: number
}

/** Whether a cell is the name of a column. */
type IsName = (cell: string) => boolean

/**
 * The rows of a table that was sent in the field `text`, its head among them. Commas, semicolons, tabs or bars separate the cells, or what
 * a first line such as `sep=;` names.
 */
export function readRecords(text: string, most: Most, isName: IsName): string[][] {
  const [line = '', named] = separatorLine.exec(text) ?? []
  // Spreadsheets don't show the line, but editors count it.
  const table = line ? text.slice(line.length - 1) : text
  let cells = 0
  try {
    const records = parse(table, {
      ...lenient,
      delimiter: named === undefined ? delimiterOf(table, isName) : named === String.raw`\t` ? '\t' : named,
      to: most.rows + 1,
      on_record(record: string[]) {
        if (record.length > mostColumns) throw refusedTable(`A table has at most ${mostColumns} columns.`)
        cells += record.length
        if (cells > most.cells) throw refusedTable(`This table has at most ${most.cells.toLocaleString('en')} cells. Split it.`)
        return record
      },
    })
    if (records.length > most.rows) throw refusedTable(most.message)
    return records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refusedTable(`This table can't be read: ${error.message}.`)
  }
}

/** With the line's end, of which the last character stays. */
const separatorLine = /^\ufeff?"?sep=(\\t|[^\p{L}\p{N}\s"]|\t)"?\1*(?:\r\n|\r|\n)/iu

/** Files that were edited on several systems mix line ends. */
const lenient = { bom: true, relax_column_count: true, relax_quotes: true, record_delimiter: ['\r\n', '\n', '\r'] }

export const refusedTable = (message: string) => invalid({ text: [message] })

/** A title and remarks may stand above the head of a table, in so many rows. */
export const mostAboveHead = 20

/** The index of the head of a table: the first row with most names of columns. */
export function headIn(records: readonly string[][], isName: IsName) {
  const first = records.slice(0, mostAboveHead)
  const names = first.map((record) => record.filter(isName).length)
  const most = Math.max(0, ...names)
  if (most > 0) return names.indexOf(most)
  const filled = first.flatMap((record, index) => (isBlank(record) ? [] : { index, cells: filledCells(record) }))
  const [top, ...others] = filled
  // A single cell above full rows is a title.
  const isTitle = top?.cells === 1 && others.length > 1 && others.every(({ cells }) => cells > 1)
  return (isTitle ? others[0] : top)?.index ?? 0
}

const filledCells = (record: readonly string[]) => record.filter((cell) => cell.trim()).length
export const isBlank = (record: readonly string[]) => filledCells(record) === 0

/** The delimiter that splits the head into most names of columns or, if it has none, into most cells. */
function delimiterOf(text: string, isName: IsName) {
  const counts = [',', ';', '\t', '|'].map((delimiter) => {
    const records = firstRecords(text, delimiter)
    const head = records[headIn(records, isName)] ?? []
    return { delimiter, names: head.filter(isName).length, cells: head.length }
  })
  return counts.reduce((best, each) =>
    each.names > best.names || (each.names === best.names && each.cells > best.cells) ? each : best,
  ).delimiter
}

/** A head is in the first characters of a table. */
const longestHead = 64 * 1024

/** Fewer if a quotation mark stays open: that of a wrong delimiter, of a text beyond the head, or of a table that can't be read. */
function firstRecords(text: string, delimiter: string) {
  const records: string[][] = []
  try {
    parse(text.slice(0, longestHead), {
      ...lenient,
      delimiter,
      to: mostAboveHead,
      on_record(record: string[]) {
        records.push(record.slice(0, mostColumns))
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
  }
  return records
}
