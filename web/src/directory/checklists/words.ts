import { type ChecklistKind, type ChecklistTemplate, type ItemOwner, itemOwners } from 'contract'

export const kindNames: Readonly<Record<ChecklistKind, string>> = { joiner: 'Joiners', leaver: 'Leavers' }

export const ownerNames: Readonly<Record<ItemOwner, string>> = { hr: 'HR', manager: 'Manager', person: 'The person' }

const recipients: Readonly<Record<ItemOwner, string>> = { hr: 'HR', manager: 'the manager', person: 'the person' }

const days: Readonly<Record<ChecklistKind, string>> = { joiner: 'the first day', leaver: 'the last day' }

/** The words for an item's due date: `3 days before the first day`, `on the last day`, `2 weeks after the first day`. */
export function dueInWords(away: number, kind: ChecklistKind) {
  const day = days[kind]
  if (away === 0) return `on ${day}`
  const count = Math.abs(away)
  const span = count % 7 === 0 ? counted(count / 7, 'week') : counted(count, 'day')
  return `${span} ${away < 0 ? 'before' : 'after'} ${day}`
}

/** `5 items: 3 for HR, 2 for the manager` */
export function contentsInWords({ items }: Pick<ChecklistTemplate, 'items'>) {
  const parts = itemOwners.flatMap((owner) => {
    const count = items.filter((item) => item.owner === owner).length
    return count > 0 ? [`${count} for ${recipients[owner]}`] : []
  })
  return `${counted(items.length, 'item')}: ${parts.join(', ')}`
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
