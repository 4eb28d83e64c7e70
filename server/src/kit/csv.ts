import { CsvError, parse } from 'csv-parse/sync'
import { invalid } from './errors.ts'

const mostColumns = 500

type Most = {
  rows: number
  /** The message for a table that has more rows. */
  message: string
  cells: number
}

/** The rows of a table that was sent in the field `text`, its head among them. Commas, semicolons or tabs separate the cells. */
export function readRecords(text: string, most: Most): string[][] {
  const delimiter = delimiterOf(text)
  let cells = 0
  try {
    const records = parse(text, {
      ...lenient,
      delimiter,
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

const lenient = { bom: true, relax_column_count: true, relax_quotes: true } as const

export const refusedTable = (message: string) => invalid({ text: [message] })

/** The delimiter that splits the first row into most cells. */
function delimiterOf(text: string) {
  const counts = [',', ';', '\t'].map((delimiter) => {
    const [head = []] = parse(text, { ...lenient, delimiter, to: 1 })
    return { delimiter, cells: head.length }
  })
  return counts.reduce((best, each) => (each.cells > best.cells ? each : best)).delimiter
}
