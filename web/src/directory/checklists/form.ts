import {
  type ChecklistKind,
  type ChecklistTemplate,
  checklistProblems,
  checklistRules,
  type ItemOwner,
  mostDaysAway,
  mostItems,
  problemOf,
} from 'contract'

/** An item as it is typed. */
export type TypedItem = {
  /** Tells the items of a form apart. */
  key: number
  title: string
  owner: ItemOwner
  days: string
}
export type TemplateValues = { name: string; kind: ChecklistKind; items: readonly TypedItem[] }

let lastKey = 0
const withKey = (item: Omit<TypedItem, 'key'>): TypedItem => ({ key: ++lastKey, ...item })

export const blankItem = () => withKey({ title: '', owner: 'hr', days: '0' })

export const typedItems = (items: ChecklistTemplate['items']) =>
  items.map(({ title, owner, days }) => withKey({ title, owner, days: String(days) }))

/** The typed number of days, undefined if it is none that the server accepts. A minus sign may be the mathematical one. */
export function readDays(text: string) {
  const typed = text.trim().replace('−', '-')
  const days = Number(typed)
  return /^[+-]?\d{1,3}$/.test(typed) && Math.abs(days) <= mostDaysAway ? days : undefined
}

export const itemProblems = ({ title, days }: TypedItem) => ({
  title: problemOf(checklistRules.title, title),
  days: readDays(days) === undefined ? checklistProblems.days : undefined,
})

/** The first problem of the list. Those of an item are shown beside its fields. */
function listProblem(items: readonly TypedItem[]) {
  if (items.length === 0) return checklistProblems.noItems
  if (items.length > mostItems) return checklistProblems.tooManyItems
  return items.flatMap((item) => Object.values(itemProblems(item))).find(Boolean)
}

export const templateForm = {
  blank: { name: '', kind: 'joiner', items: [] } as TemplateValues,
  from: ({ name, kind, items }: ChecklistTemplate): TemplateValues => ({ name, kind, items: typedItems(items) }),
  toBody: ({ items, ...values }: TemplateValues) => ({
    ...values,
    items: items.map(({ title, owner, days }) => ({ title, owner, days: readDays(days) ?? Number.NaN })),
  }),
  problems: ({ name, items }: TemplateValues) => ({ name: problemOf(checklistRules.name, name), items: listProblem(items) }),
}
