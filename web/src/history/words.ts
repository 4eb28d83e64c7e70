// Puts changes into words. A phrase continues a sentence that begins with the person's name.
import type { Change, HistoryField } from 'contract'
import { formatDate } from '../ui/text/dates.ts'
import { priorityOptions, projectStatusOptions, recurrenceOptions, taskStatusOptions } from '../ui/theme/badges.tsx'

type Thing = 'task' | 'project'
/** A value is a word of its own, so that a long one is shortened. */
export type Word = string | { value: string }
type Phrase = { verb: string; words: readonly Word[] }

/** A part of a sentence. `before` joins it to what is before it. */
export type SentencePart = { before: string; words: readonly Word[]; change: Change }

/** The changes as parts of one sentence, in which those with the same verb share it. */
export function sentenceOf(changes: readonly Change[], thing: Thing): SentencePart[] {
  const phrases = changes.map((change) => ({ change, ...phraseOf(change, thing) }))
  const isChange = phrases.some(({ verb }) => verb === 'changed')
  const groups = [...Map.groupBy(phrases, ({ verb }) => (isChange && verb === 'set' ? 'changed' : verb))]
  const isSimple = groups.length === phrases.length
  return groups.flatMap(([verb, group], place) => {
    const link = place === 0 ? ' ' : place < groups.length - 1 ? ', ' : isSimple ? ' and ' : ', and '
    return group.map(({ words, change }, index) => {
      const before = index === 0 ? `${link}${verb} ` : index < group.length - 1 ? ', ' : ' and '
      return { before, words, change }
    })
  })
}

const fieldNames: Partial<Record<HistoryField, string>> = {
  key: 'the key',
  status: 'the status',
  priority: 'the priority',
  start_date: 'the start date',
  due_date: 'the due date',
  end_date: 'the end date',
  estimated_hours: 'the estimated hours',
}

function phraseOf(change: Change, thing: Thing): Phrase {
  const { field, before, after } = change
  switch (field) {
    case 'created':
      return { verb: 'created', words: [`this ${thing}`] }
    case 'title':
    case 'name':
      return {
        verb: 'renamed',
        words: [thing === 'task' ? 'it from “' : 'the project from “', plain(before), '” to “', plain(after), '”'],
      }
    case 'description':
      return { verb: 'changed', words: ['the description'] }
    case 'comment':
      return { verb: 'changed', words: ['a comment'] }
    case 'assigned_to':
      return assignment(change)
    case 'recurrence':
      return { verb: 'changed', words: ['Repeats from ', recurrence(before), ' to ', recurrence(after)] }
    case 'manager':
      return after === null
        ? { verb: 'removed', words: [plain(before), ' as the manager'] }
        : { verb: 'made', words: [plain(after), ' the manager', ...(before === null ? [] : [' (was ', plain(before), ')'])] }
    case 'is_active':
      return { verb: after === 'true' ? 'reactivated' : 'deactivated', words: ['the project'] }
    case 'label':
    case 'file':
    case 'check_box':
    case 'subtask':
    case 'task':
    case 'member':
    case 'blocker':
      return partPhrase(change)
    default:
      return fieldPhrase(change, thing)
  }
}

function fieldPhrase({ field, before, after }: Change, thing: Thing): Phrase {
  const name = fieldNames[field] ?? field
  const shown = (value: string) => plain(inWords(field, value, thing))
  if (before === null || before === '') return { verb: 'set', words: [`${name} to `, shown(after ?? '')] }
  if (after === null || after === '') return { verb: 'removed', words: [`${name} (was `, shown(before), ')'] }
  return { verb: 'changed', words: [`${name} from `, shown(before), ' to ', shown(after)] }
}

function assignment({ before, after }: Change): Phrase {
  if (after === null) return { verb: 'unassigned', words: [plain(before)] }
  if (before === null) return { verb: 'assigned', words: ['it to ', plain(after)] }
  return { verb: 'reassigned', words: ['it from ', plain(before), ' to ', plain(after)] }
}

function partPhrase({ field, before, after }: Change): Phrase {
  const isAdded = after !== null
  const name = after ?? before
  switch (field) {
    case 'label':
      return { verb: isAdded ? 'added' : 'removed', words: ['the label ', plain(name)] }
    case 'file':
      return isAdded ? { verb: 'attached', words: [plain(name)] } : { verb: 'deleted', words: ['the file ', plain(name)] }
    case 'check_box':
      return { verb: isAdded ? 'ticked' : 'unticked', words: ['“', plain(name), '”'] }
    case 'member':
      return { verb: isAdded ? 'added' : 'removed', words: [plain(name), isAdded ? ' to the team' : ' from the team'] }
    case 'blocker':
      return { verb: isAdded ? 'added' : 'removed', words: ['the blocker ', plain(name)] }
    case 'task':
      return { verb: isAdded ? 'brought back' : 'deleted', words: ['the task ', plain(name)] }
    default:
      return { verb: isAdded ? 'added' : 'deleted', words: [`the ${field} `, plain(name)] }
  }
}

const recurrence = (value: string | null) =>
  plain(recurrenceOptions.find((option) => option.value === (value ?? ''))?.label ?? value)

const plain = (value: string | null): Word => ({ value: value ?? '' })

/** A value in the words that the rest of the screen has for it. */
function inWords(field: HistoryField, value: string, thing: Thing) {
  const labelIn = (options: readonly { value: string; label: string }[]) =>
    options.find((option) => option.value === value)?.label ?? value
  if (field === 'status') return labelIn(thing === 'task' ? taskStatusOptions : projectStatusOptions)
  if (field === 'priority') return labelIn(priorityOptions)
  if (field.endsWith('_date')) return formatDate(value)
  return field === 'estimated_hours' ? `${Number(value)} h` : value
}
