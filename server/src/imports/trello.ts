// A board of Trello: Menu, Print, export and share, Export as JSON.
import { z } from 'zod'
import { blankItem, type ImportSource, type Item, optionalText, type SourceComment } from './source.ts'

const position = z.number().catch(0)
const isArchived = z.boolean().catch(false)

const CheckItem = z.object({
  id: z.string(),
  name: z.string(),
  state: optionalText,
  pos: position,
  due: optionalText,
  idMember: optionalText,
})

const Card = z.object({
  id: z.string(),
  name: z.string(),
  desc: optionalText,
  closed: isArchived,
  idList: z.string(),
  pos: position,
  due: optionalText,
  dueComplete: z.boolean().catch(false),
  idMembers: z.array(z.string()).default([]),
  labels: z.array(z.object({ name: optionalText, color: optionalText })).default([]),
})

const Action = z.object({
  id: optionalText,
  type: z.string(),
  date: optionalText,
  data: z.object({ text: optionalText, card: z.object({ id: z.string() }).optional() }),
  memberCreator: z.object({ fullName: optionalText, username: optionalText }).nullish(),
})

export const TrelloBoard = z.object({
  lists: z.array(z.object({ id: z.string(), name: z.string(), closed: isArchived, pos: position })),
  cards: z.array(Card),
  checklists: z
    .array(z.object({ idCard: z.string(), name: optionalText, pos: position, checkItems: z.array(CheckItem) }))
    .default([]),
  members: z.array(z.object({ id: z.string(), fullName: optionalText, username: optionalText })).default([]),
  actions: z.array(Action).default([]),
})
type Board = z.output<typeof TrelloBoard>

/** Cards become tasks, lists their status, the items of checklists subtasks. Archived cards are left out. */
export function readTrello({ lists, cards, checklists, members, actions }: Board): ImportSource {
  const byPosition = (a: { pos: number }, b: { pos: number }) => a.pos - b.pos
  const open = new Map(lists.filter(({ closed }) => !closed).map((list) => [list.id, list]))
  const placeOf = ({ idList }: { idList: string }) => open.get(idList)?.pos ?? 0
  const shown = cards
    .filter(({ closed, idList }) => !closed && open.has(idList))
    .sort((a, b) => placeOf(a) - placeOf(b) || byPosition(a, b))
  const nameOf = new Map(members.map(({ id, fullName, username }) => [id, fullName || username]))
  const checklistsOf = Map.groupBy(checklists.toSorted(byPosition), ({ idCard }) => idCard)
  const commentsOf = commentsIn(actions)
  const items = shown.flatMap((card): Item[] => [
    {
      ...blankItem,
      place: `“${card.name}”`,
      ids: [card.id],
      title: card.name,
      description: card.desc,
      status: open.get(card.idList)?.name ?? '',
      is_done: card.dueComplete,
      due_date: card.due,
      people: card.idMembers.flatMap((id) => nameOf.get(id) ?? []),
      labels: card.labels.map(({ name, color }) => name || color),
      comments: commentsOf.get(card.id) ?? [],
    },
    ...(checklistsOf.get(card.id) ?? []).flatMap(({ checkItems }) =>
      checkItems.toSorted(byPosition).map(
        (item): Item => ({
          ...blankItem,
          place: `“${item.name}”`,
          ids: [item.id],
          parent: card.id,
          title: item.name,
          is_done: item.state === 'complete',
          due_date: item.due,
          people: [nameOf.get(item.idMember) ?? ''],
        }),
      ),
    ),
  ])
  const archived = cards.length - shown.length
  const shared = shown.some(({ idMembers }) => idMembers.length > 1)
  const notes = [
    ...(archived ? [archived === 1 ? '1 archived card is left out.' : `${archived} archived cards are left out.`] : []),
    ...(shared ? ['Where a card has several members, the first of them in the project gets the task.'] : []),
  ]
  return { format: 'trello', items, columns: [], notes }
}

/** The export lists actions by time, the newest first. */
function commentsIn(actions: Board['actions']) {
  const comments = new Map<string, SourceComment[]>()
  for (const { type, date, data, memberCreator } of actions.toReversed())
    if (type === 'commentCard' && data.card && data.text.trim()) {
      const author = memberCreator?.fullName || memberCreator?.username || ''
      const ofCard = comments.get(data.card.id) ?? []
      ofCard.push({ author, at: date, text: data.text })
      comments.set(data.card.id, ofCard)
    }
  return comments
}
