// Reads one file, as a thread that ends with it.
import { parentPort, workerData } from 'node:worker_threads'
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

function answer(): ReadOutcome {
  try {
    return { source: bounded(sourceIn(workerData)) }
  } catch (error) {
    if (error instanceof Invalid) return { problems: error.problems }
    throw error
  }
}

parentPort?.postMessage(answer())
