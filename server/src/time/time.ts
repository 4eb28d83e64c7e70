// The time that people spend on subtasks, and its approval. See docs/decisions/071-time.md.
import type { Api } from 'contract'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { entries, entryJudges } from './entries.ts'
import { timeExport } from './export.ts'
import { sheetJudges, sheets } from './sheets.ts'
import { timers } from './timer.ts'
import { weeks } from './weeks.ts'

export const time: Handlers<Api['time']> = { ...timers, ...entries, ...weeks, ...sheets, ...timeExport }

export const timeJudges: Judges<Api['time']> = { ...entryJudges, ...sheetJudges }
