import { leaveRules, problemOf } from 'contract'

type ReasonValues = { reason: string }

/** A decision with its reason, which only a refusal needs. */
const decisionForm = (rule: (typeof leaveRules)['reason' | 'approval']) => ({
  blank: { reason: '' },
  toBody: ({ reason }: ReasonValues) => ({ reason: reason.trim() }),
  problems: ({ reason }: ReasonValues) => ({ reason: problemOf(rule, reason) }),
})

export const approvalForm = decisionForm(leaveRules.approval)
export const refusalForm = decisionForm(leaveRules.reason)
