import { longestImport } from 'contract'
import { newId } from '../api/ids.ts'
import { type FileText, readText } from '../ui/form/textFile.ts'

/** A chosen file or pasted text. */
export type ChosenFile = FileText & { id: string; name: string }

/** Boards are exported whole, with much that is not imported. */
const most = { bytes: 100_000_000, message: 'This file is too large.' }
const tooLarge = 'This file is too large. An import has at most 5 MB: export a part of it at a time.'
const tooLargeBoard =
  'This board is too large. An import has at most 5 MB without archived cards: archive more of them, and export it again.'

/** Rejects with a message for the person. */
export async function readFile(file: File): Promise<ChosenFile> {
  return chosen(await readText(file, most), file.name)
}

export function chosen(file: FileText, name: string): ChosenFile {
  if (file.text.trim() === '') throw new Error('There is nothing in it.')
  if (file.text.length <= longestImport) return { ...file, id: newId(), name }
  const board = parsed(file.text)
  const text = board ? JSON.stringify(withoutArchived(board), fields) : file.text
  if (text.length > longestImport) throw new Error(board && isBoard(board) ? tooLargeBoard : tooLarge)
  return { ...file, text, id: newId(), name }
}

/** The fields of boards of Trello and projects of Asana that the server reads. */
const fields = [
  ...[
    'lists',
    'cards',
    'checklists',
    'members',
    'actions',
    'id',
    'name',
    'closed',
    'pos',
    'idList',
    'desc',
    'due',
    'dueComplete',
  ],
  ...['dateCompleted', 'start', 'address', 'idMembers', 'attachments', 'url', 'customFieldItems', 'stickers', 'idMembersVoted'],
  ...[
    'badges',
    'comments',
    'labels',
    'color',
    'idCard',
    'checkItems',
    'state',
    'idMember',
    'type',
    'date',
    'data',
    'text',
    'card',
  ],
  ...['checkItem', 'old', 'memberCreator', 'fullName', 'username'],
  ...[
    'gid',
    'notes',
    'completed',
    'completed_at',
    'due_on',
    'due_at',
    'assignee',
    'email',
    'tags',
    'memberships',
    'section',
    'parent',
  ],
  ...['custom_fields', 'display_value', 'subtasks'],
]

function parsed(text: string): object | undefined {
  if (!/^\ufeff?\s*[[{]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

type Archivable = { id: string; closed?: boolean }
type Board = {
  lists: Archivable[]
  cards: (Archivable & { idList: string })[]
  checklists?: { idCard: string }[]
  actions?: { type: string; data?: { card?: { id: string }; old?: object } }[]
}
const isBoard = (value: object): value is Board =>
  'lists' in value && Array.isArray(value.lists) && 'cards' in value && Array.isArray(value.cards)

/** A board of Trello whose archived cards are only there to be counted. The server leaves them out, too. */
function withoutArchived(value: object) {
  if (!isBoard(value)) return value
  const open = new Set(value.lists.filter(({ closed }) => !closed).map(({ id }) => id))
  const kept = new Set(value.cards.filter(({ closed, idList }) => !closed && open.has(idList)).map(({ id }) => id))
  return {
    ...value,
    cards: value.cards.map((card) => (kept.has(card.id) ? card : { id: card.id, name: '', idList: '', closed: true })),
    checklists: value.checklists?.filter(({ idCard }) => kept.has(idCard)),
    actions: value.actions?.filter(({ type, data }) => kept.has(data?.card?.id ?? '') && isRead(type, data?.old)),
  }
}

/** Comments, and what was completed when. */
const isRead = (type: string, old: object = {}) =>
  type === 'commentCard' || type === 'updateCheckItemStateOnCard' || (type === 'updateCard' && 'dueComplete' in old)
