// A thread that reads one file after another.
import { parentPort } from 'node:worker_threads'
import { Invalid, invalid } from '../kit/errors.ts'
import { isJson, readJson } from './json.ts'
import type { ImportedFile, ReadOutcome } from './reading.ts'
import { bounded, type ImportSource } from './source.ts'
import { readTable } from './table.ts'

function sourceIn({ text, format, columns }: ImportedFile): ImportSource {
  if (isJson(text)) return readJson(text, format)
  if (format === 'trello') throw invalid({ format: ['Trello exports a board as JSON, and this is a table.'] })
  return readTable(text, { format, columns })
}

function read(file: ImportedFile): ReadOutcome {
  try {
    return { source: bounded(sourceIn(file)) }
  } catch (error) {
    if (error instanceof Invalid) return { problems: error.problems }
    throw error
  }
}

parentPort?.on('message', (file: ImportedFile) => parentPort?.postMessage(read(file)))
