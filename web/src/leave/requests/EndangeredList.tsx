import { Anchor, Button, Group, NativeSelect } from '@mantine/core'
import type { EndangeredItem } from 'contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { linkTo } from '../../capacity/workload.ts'
import { useToday } from '../../session/today.ts'
import { DueDate } from '../../ui/text/DueDate.tsx'
import { WorkKey } from '../../ui/text/WorkKey.tsx'
import styles from './Endangered.module.css'
import type { Takeovers, useTakeovers } from './takeovers.ts'

type Props = ReturnType<typeof useTakeovers> & {
  items: readonly EndangeredItem[]
  /** Links open another tab: this one has a form. */
  isInForm?: boolean
  /** Further buttons. */
  children?: ReactNode
}

/** Tasks and subtasks that are due during a leave, each with a choice of who takes it over. */
export function EndangeredList({ items, takeovers, choose, suggest, isInForm = false, children }: Props) {
  const isSuggestible = items.some(({ id, takers }) => takers.length > 0 && !takeovers.has(id))
  return (
    <div>
      <ul className={styles.list} aria-label="Due meanwhile">
        {items.map((item) => (
          <Row key={item.id} item={item} takeovers={takeovers} choose={choose} isInForm={isInForm} />
        ))}
      </ul>
      <Group gap="xs" mt="xs">
        {children}
        {isSuggestible && items.length > 1 && (
          <Button variant="subtle" size="xs" onClick={() => suggest(items)}>
            Choose Who Has the Most Time
          </Button>
        )}
      </Group>
    </div>
  )
}

type RowProps = { item: EndangeredItem; takeovers: Takeovers; choose: Props['choose']; isInForm: boolean }

function Row({ item, takeovers, choose, isInForm }: RowProps) {
  const { id, title, key, project, due_date, takers } = item
  const today = useToday()
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div>
          <WorkKey of={item} />{' '}
          <Anchor component={Link} inherit to={linkTo(item)} {...(isInForm && { target: '_blank', rel: 'noreferrer' })}>
            {title}
          </Anchor>
        </div>
        <div className={styles.facts}>
          <span className="fine">{project.name}</span>
          <DueDate date={due_date} today={today} />
        </div>
      </div>
      {takers.length > 0 ? (
        <NativeSelect
          className={styles.taker}
          size="xs"
          aria-label={`Who takes over ${key || title}`}
          data={[
            { value: '', label: 'Leave it' },
            ...takers.map((taker) => ({ value: String(taker.id), label: taker.full_name })),
          ]}
          value={String(takeovers.get(id)?.taker.id ?? '')}
          onChange={({ currentTarget: { value } }) =>
            choose(
              item,
              takers.find((taker) => String(taker.id) === value),
            )
          }
        />
      ) : (
        <span className={`fine ${styles.taker}`}>Nobody else in the project is there.</span>
      )}
    </li>
  )
}
