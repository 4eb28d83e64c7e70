import { Button, NativeSelect, TextInput, VisuallyHidden } from '@mantine/core'
import { type ChecklistKind, type ItemOwner, itemOwners, mostItems } from 'contract'
import { MoveHandle, type Moving } from '../../tasks/mine/MoveHandle.tsx'
import { useEditedRows } from '../../tasks/mine/useEditedRows.ts'
import { RemoveButton } from '../../ui/list/RemoveButton.tsx'
import styles from './Checklists.module.css'
import { blankItem, itemProblems, readDays, type TypedItem } from './form.ts'
import { dueInWords, ownerNames } from './words.ts'

type Props = {
  kind: ChecklistKind
  items: readonly TypedItem[]
  /** The keys of the items whose problems are shown. */
  judged: readonly number[]
  set: (items: readonly TypedItem[]) => void
}

/** The items of a template, to edit, move, add and remove. */
export function ItemList({ kind, items, judged, set }: Props) {
  const { list, adder, news, moving, change, add, remove } = useEditedRows({
    rows: items,
    set,
    blank: blankItem,
    removed: 'Item removed.',
  })
  return (
    <div>
      <ol ref={list} className={styles.items} aria-label="Items">
        {items.map((item, index) => (
          <Item
            key={item.key}
            {...{ item, index, kind, moving }}
            isJudged={judged.includes(item.key)}
            change={(part) => change(item.key, part)}
            remove={() => remove(item.key)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      {items.length < mostItems && (
        <Button ref={adder} variant="subtle" size="compact-sm" mt="xs" onClick={add}>
          + Add Item
        </Button>
      )}
    </div>
  )
}

const owners = itemOwners.map((owner) => ({ value: owner, label: ownerNames[owner] }))

type ItemProps = {
  item: TypedItem
  index: number
  kind: ChecklistKind
  moving: Moving
  isJudged: boolean
  change: (part: Partial<TypedItem>) => void
  remove: () => void
}

function Item({ item, index, kind, moving, isJudged, change, remove }: ItemProps) {
  const number = index + 1
  const problems = isJudged ? itemProblems(item) : undefined
  const days = readDays(item.days)
  return (
    <li className={styles.item} data-row={item.key}>
      <MoveHandle of={item.title || `item ${number}`} id={item.key} moving={moving} />
      <TextInput
        className={styles.title}
        aria-label={`Title of item ${number}`}
        placeholder="What is to be done"
        autoComplete="off"
        maxLength={200}
        value={item.title}
        error={problems?.title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <NativeSelect
        aria-label={`Owner of item ${number}`}
        data={owners}
        value={item.owner}
        onChange={({ currentTarget }) => change({ owner: currentTarget.value as ItemOwner })}
      />
      {/* A plain field: number fields of phones have no minus sign. */}
      <TextInput
        className={styles.days}
        aria-label={`Days of item ${number}`}
        description={days === undefined ? undefined : dueInWords(days, kind)}
        inputWrapperOrder={['input', 'description', 'error']}
        autoComplete="off"
        maxLength={4}
        value={item.days}
        error={problems?.days}
        onChange={({ currentTarget }) => change({ days: currentTarget.value })}
      />
      <RemoveButton of={`item ${number}`} className={styles.remove} onClick={remove} />
    </li>
  )
}
