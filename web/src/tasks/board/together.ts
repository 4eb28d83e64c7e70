import type { Subtask } from 'contract'
import { messageOf } from '../../api/messages.ts'

export type Refusal = { of: Subtask; error: unknown }

/** Does the same to each, and says for whom it was done and for whom not. The changes themselves keep to their turn. */
export async function settled(subtasks: readonly Subtask[], change: (subtask: Subtask) => Promise<unknown>) {
  const results = await Promise.allSettled(subtasks.map(change))
  const done: Subtask[] = []
  const refused: Refusal[] = []
  for (const [index, of] of subtasks.entries()) {
    const result = results[index]
    if (result?.status === 'rejected') refused.push({ of, error: result.reason })
    else done.push(of)
  }
  return { done, refused }
}

const named = 3

/** Which of so many were refused, by reason: `2 of 5 refused: "A", "B": the reason`. Of each reason three are named. */
export function reasonsOf(refused: readonly Refusal[], total: number) {
  const byReason = new Map<string, string[]>()
  for (const { of, error } of refused) {
    const reason = messageOf(error, 'Something went wrong.')
    byReason.set(reason, [...(byReason.get(reason) ?? []), `"${of.title}"`])
  }
  const told = [...byReason].map(([reason, titles]) => {
    const others = titles.length - named
    return `${titles.slice(0, named).join(', ')}${others > 0 ? ` and ${others} more` : ''}: ${reason}`
  })
  return `${refused.length} of ${total} refused: ${told.join(' ')}`
}
