import { messageOf } from '../../api/messages.ts'
import { queued } from '../../api/queue.ts'

type RefusedChange<Item> = { item: Item; error: unknown }

/** Makes a change to each item. Answers which were changed and which were refused; others wait for a connection. */
export async function changeAll<Item>(items: readonly Item[], change: (item: Item) => Promise<unknown>) {
  const results = await Promise.allSettled(items.map(change))
  const done: Item[] = []
  const refused: RefusedChange<Item>[] = []
  for (const [index, item] of items.entries()) {
    const result = results[index]
    if (result?.status === 'rejected') refused.push({ item, error: result.reason })
    else if (result?.value !== queued) done.push(item)
  }
  return { done, refused }
}

/** Titles listed for each reason. */
const listedTitles = 3

/** The refused items by reason: `2 of 5 refused: "A", "B": the reason`. */
export function reasonsOf(refused: readonly RefusedChange<{ title: string }>[], total: number) {
  const titlesByReason = new Map<string, string[]>()
  for (const { item, error } of refused) {
    const reason = messageOf(error, 'Something went wrong.')
    titlesByReason.set(reason, [...(titlesByReason.get(reason) ?? []), `"${item.title}"`])
  }
  const sentences = [...titlesByReason].map(([reason, titles]) => {
    const others = titles.length - listedTitles
    return `${titles.slice(0, listedTitles).join(', ')}${others > 0 ? ` and ${others} more` : ''}: ${reason}`
  })
  return `${refused.length} of ${total} refused: ${sentences.join(' ')}`
}
