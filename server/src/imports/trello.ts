// A board of Trello: Menu, Print, export and share, Export as JSON.
import { z } from 'zod'
import { keyOfName } from '../people/people-list.ts'
import { blankItem, counted, type ImportSource, type Item, optionalText, type SourceComment } from './source.ts'

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
  dateCompleted: optionalText,
  start: optionalText,
  address: optionalText,
  idMembers: z.array(z.string()).default([]),
  attachments: z.array(z.object({ name: optionalText, url: optionalText })).catch([]),
  customFieldItems: z.array(z.unknown()).catch([]),
  stickers: z.array(z.unknown()).catch([]),
  idMembersVoted: z.array(z.unknown()).catch([]),
  badges: z.object({ comments: z.number().catch(0) }).catch({ comments: 0 }),
  labels: z.array(z.object({ name: optionalText, color: optionalText })).default([]),
})

const Action = z.object({
  id: optionalText,
  type: z.string(),
  date: optionalText,
  data: z.object({
    text: optionalText,
    card: z.object({ id: z.string(), dueComplete: z.boolean().optional().catch(undefined) }).optional(),
    checkItem: z.object({ id: z.string(), state: optionalText }).optional().catch(undefined),
    old: z.object({ dueComplete: z.boolean().optional() }).optional().catch(undefined),
  }),
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
  const open = new Map(lists.filter(({ closed }) => !closed).map((list) => [list.id, list]))
  const placeOf = ({ idList }: { idList: string }) => open.get(idList)?.pos ?? 0
  const shown = cards
    .filter(({ closed, idList }) => !closed && open.has(idList))
    .sort((a, b) => placeOf(a) - placeOf(b) || byPosition(a, b))
  const nameOf = new Map(members.map(({ id, fullName, username }) => [id, fullName || username]))
  const checklistsOf = Map.groupBy(checklists.toSorted(byPosition), ({ idCard }) => idCard)
  const commentsOf = commentsIn(actions)
  const doneAt = completionsIn(actions)
  const dateOf = (id: string, isDone: boolean) => (isDone ? (doneAt.get(id) ?? '') : '')
  const items = shown.flatMap((card): Item[] => [
    {
      ...blankItem,
      place: `“${card.name}”`,
      ids: [card.id],
      title: card.name,
      description: [card.desc.trimEnd(), linksTo(card.attachments)].filter(Boolean).join('\n\n'),
      status: open.get(card.idList)?.name ?? '',
      is_done: card.dueComplete || card.dateCompleted !== '',
      done_at: card.dateCompleted || dateOf(card.id, card.dueComplete),
      due_date: card.due,
      people: card.idMembers.flatMap((id) => nameOf.get(id) ?? []),
      labels: card.labels.map(({ name, color }) => [name || color]),
      comments: commentsOf.get(card.id) ?? [],
    },
    ...itemsOf(checklistsOf.get(card.id) ?? []).map(
      ({ item, title }): Item => ({
        ...blankItem,
        place: `“${title}”`,
        ids: [item.id],
        parent: card.id,
        title,
        is_done: item.state === 'complete',
        done_at: dateOf(item.id, item.state === 'complete'),
        due_date: item.due,
        people: [nameOf.get(item.idMember) ?? ''],
      }),
    ),
  ])
  return { format: 'trello', items, columns: [], notes: notesOn(shown, { archived: cards.length - shown.length, commentsOf }) }
}

const byPosition = (a: { pos: number }, b: { pos: number }) => a.pos - b.pos

/** The items of a card's checklists. A name that several checklists have is preceded by that of its checklist. */
function itemsOf(checklists: Board['checklists']) {
  const taken = new Set([''])
  const names = checklists.map(({ name }, index) => {
    if (taken.has(name)) return `${name || 'Checklist'} ${index + 1}`
    taken.add(name)
    return name
  })
  const counts = new Map<string, number>()
  for (const { checkItems } of checklists)
    for (const key of new Set(checkItems.map(({ name }) => keyOfName(name)))) counts.set(key, (counts.get(key) ?? 0) + 1)
  return checklists.flatMap(({ checkItems }, index) =>
    checkItems.toSorted(byPosition).map((item) => ({
      item,
      title: (counts.get(keyOfName(item.name)) ?? 0) > 1 ? `${names[index]}: ${item.name}` : item.name,
    })),
  )
}

/** Files and pages that are attached to a card, as links below its description. */
function linksTo(attachments: z.output<typeof Card>['attachments']) {
  const links = attachments.flatMap(({ name, url }) => {
    const text = (name || url).replace(/\s+/g, ' ').trim()
    if (!/^https?:\/\/\S/i.test(url)) return text ? `- ${text}` : []
    const address = url.replace(/[\s()<>]/g, (character) => percentOf[character] ?? '%20')
    return text === url ? `- ${address}` : `- [${text.replace(/[\\[\]]/g, String.raw`\$&`)}](${address})`
  })
  return links.length ? `Attachments in Trello:\n\n${links.join('\n')}` : ''
}

const percentOf: Record<string, string> = { '(': '%28', ')': '%29', '<': '%3C', '>': '%3E' }

/** How much of the cards is left out. */
function notesOn(
  cards: Board['cards'],
  { archived, commentsOf }: { archived: number; commentsOf: ReturnType<typeof commentsIn> },
) {
  const countOf = (has: (card: Board['cards'][number]) => boolean) => cards.filter(has).length
  const missing = cards.reduce((sum, { id, badges }) => sum + Math.max(0, badges.comments - (commentsOf.get(id)?.length ?? 0)), 0)
  return [
    ...counted(archived, '1 archived card is left out.', 'archived cards are left out.'),
    ...counted(
      countOf(({ start }) => start !== ''),
      '1 card has a start date, which is left out.',
      'cards have start dates, which are left out.',
    ),
    ...counted(
      countOf(({ customFieldItems }) => customFieldItems.length > 0),
      '1 card has custom fields, which are left out.',
      'cards have custom fields, which are left out.',
    ),
    ...counted(
      countOf(({ address }) => address !== ''),
      '1 card has a place on the map, which is left out.',
      'cards have places on the map, which are left out.',
    ),
    ...counted(
      countOf(({ stickers }) => stickers.length > 0),
      '1 card has stickers, which are left out.',
      'cards have stickers, which are left out.',
    ),
    ...counted(
      countOf(({ idMembersVoted }) => idMembersVoted.length > 0),
      '1 card has votes, which are left out.',
      'cards have votes, which are left out.',
    ),
    ...counted(
      countOf(({ attachments }) => attachments.length > 0),
      '1 card has attachments. Links to them are below its description.',
      'cards have attachments. Links to them are below their descriptions.',
    ),
    ...counted(missing, '1 older comment is not in the file.', 'older comments are not in the file.'),
    ...(countOf(({ idMembers }) => idMembers.length > 1)
      ? ['Where a card has several members, the first of them in the project gets the task.']
      : []),
  ]
}

/** When cards and items were completed last. */
function completionsIn(actions: Board['actions']) {
  const moments = new Map<string, string>()
  for (const { type, date, data } of actions.toReversed()) {
    if (type === 'updateCard' && data.card?.dueComplete && data.old?.dueComplete === false) moments.set(data.card.id, date)
    if (type === 'updateCheckItemStateOnCard' && data.checkItem?.state === 'complete') moments.set(data.checkItem.id, date)
  }
  return moments
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
