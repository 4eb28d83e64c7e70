import type { Api } from 'contract'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { leaveBalanceJudges, leaveBalances } from './balances.ts'
import { leaveRequestJudges, leaveRequests } from './requests.ts'

export const leave: Handlers<Api['leave']> = { ...leaveRequests, ...leaveBalances }
export const leaveJudges: Judges<Api['leave']> = { ...leaveRequestJudges, ...leaveBalanceJudges }
