import type { Task } from 'contract'
import { type ComponentType, createElement, useMemo } from 'react'
import { useToday } from '../../session/today.ts'
import type { BoardId, Card, Column } from '../../ui/board/types.ts'
import { taskIdOf, type WorkItem } from './work.ts'

export type CardProps = {
  item: WorkItem
  today: string
  /** How many comments and files the item's task has. */
  comments: number
  files: number
}

/** The items of a column, and what else it depends on. */
type Group = { id: BoardId; items: readonly WorkItem[] }

type Options<G> = {
  /** The project's tasks. */
  tasks: readonly Task[]
  Content: ComponentType<CardProps>
  /** The column of a group. Memoized. */
  columnOf: (group: G) => Omit<Column, 'id' | 'cards'>
}

/** The board's columns. An unchanged card or column stays the same object, so that it is not rendered again. */
export function useColumns<G extends Group>(groups: readonly G[], { tasks, Content, columnOf }: Options<G>): Column[] {
  const cardOf = useCards(tasks, Content)
  const known = useMemo(() => ({ columns: new Map<BoardId, { group: G; column: Column }>(), columnOf }), [columnOf])
  return useMemo(
    () =>
      groups.map((group) => {
        const cards = group.items.map(cardOf)
        const last = known.columns.get(group.id)
        if (last && isSame(last.group, group) && isEqual(last.column.cards, cards)) return last.column
        const column = { ...known.columnOf(group), id: group.id, cards }
        known.columns.set(group.id, { group, column })
        return column
      }),
    [groups, known, cardOf],
  )
}

function useCards(tasks: readonly Task[], Content: ComponentType<CardProps>) {
  const today = useToday()
  const known = useMemo(
    () => ({ cards: new WeakMap<WorkItem, { card: Card; comments: number; files: number }>(), today, Content }),
    [today, Content],
  )
  return useMemo(() => {
    const taskOf = new Map(tasks.map((task) => [task.id, task]))
    return (item: WorkItem) => {
      const task = taskOf.get(taskIdOf(item))
      const [comments, files] = [task?.comments.length ?? 0, task?.files.length ?? 0]
      const last = known.cards.get(item)
      if (last?.comments === comments && last.files === files) return last.card
      const content = createElement(known.Content, { item, today: known.today, comments, files })
      const card: Card = { id: item.id, label: item.title, content }
      known.cards.set(item, { card, comments, files })
      return card
    }
  }, [tasks, known])
}

const isEqual = <T>(a: readonly T[], b: readonly T[]) => a.length === b.length && a.every((one, index) => one === b[index])

/** Whether two groups have the same column, apart from its cards. */
const isSame = <G extends Group>(a: G, b: G) =>
  (Object.keys(a) as (keyof G)[]).every((key) => key === 'items' || a[key] === b[key])
