import { retention, retentionProblem } from 'contract'

export type RetentionValues = { retention_days: string }

function readDays(text: string) {
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN
  return days >= retention.shortest && days <= retention.longest ? days : undefined
}

export const retentionForm = {
  blank: { retention_days: String(retention.standard) } as RetentionValues,
  from: ({ retention_days }: { retention_days: number }): RetentionValues => ({ retention_days: String(retention_days) }),
  // The form has refused what is no number.
  toBody: ({ retention_days }: RetentionValues) => ({ retention_days: readDays(retention_days) ?? Number.NaN }),
  problems: ({ retention_days }: RetentionValues) => ({
    retention_days: readDays(retention_days) === undefined ? retentionProblem : undefined,
  }),
}
