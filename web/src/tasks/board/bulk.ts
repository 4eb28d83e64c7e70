import type { Subtask } from 'contract'
import { messageOf } from '../../api/messages.ts'
import { queued } from '../../api/queue.ts'

export type RefusedChange = { subtask: Subtask; error: unknown }

/** Makes a change to each subtask. Answers which were changed and which were refused; others wait for a connection. */
export async function changeAll(subtasks: readonly Subtask[], change: (subtask: Subtask) => Promise<unknown>) {
  const results = await Promise.allSettled(subtasks.map(change))
  const done: Subtask[] = []
  const refused: RefusedChange[] = []
  for (const [index, subtask] of subtasks.entries()) {
    const result = results[index]
    if (result?.status === 'rejected') refused.push({ subtask, error: result.reason })
    else if (result?.value !== queued) done.push(subtask)
  }
  return { done, refused }
}

/** Titles listed for each reason. */
const listedTitles = 3

/** The refused subtasks by reason: `2 of 5 refused: "A", "B": the reason`. */
export function reasonsOf(refused: readonly RefusedChange[], total: number) {
  const titlesByReason = new Map<string, string[]>()
  for (const { subtask, error } of refused) {
    const reason = messageOf(error, 'Something went wrong.')
    titlesByReason.set(reason, [...(titlesByReason.get(reason) ?? []), `"${subtask.title}"`])
  }
  const sentences = [...titlesByReason].map(([reason, titles]) => {
    const others = titles.length - listedTitles
    return `${titles.slice(0, listedTitles).join(', ')}${others > 0 ? ` and ${others} more` : ''}: ${reason}`
  })
  return `${refused.length} of ${total} refused: ${sentences.join(' ')}`
}
