import { Anchor, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { ShowAll } from '../ui/list/ShowAll.tsx'
import { Count } from '../ui/text/Count.tsx'
import styles from './Overview.module.css'

const shownAtFirst = 6

type Props<Item> = {
  title: string
  items: readonly Item[]
  keyOf: (item: Item) => string | number
  /** Shown instead of an empty list. */
  empty: string
  /** The page with all of them. */
  link?: { label: string; to: string }
  row: (item: Item) => ReactNode
}

/** A short list in a card, of which the rest is shown on demand. */
export function Rows<Item>({ title, items, keyOf, empty, link, row }: Props<Item>) {
  const id = useId()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? items : items.slice(0, shownAtFirst)
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {title} <Count>{items.length}</Count>
      </Title>
      {items.length === 0 ? (
        <p className="dimmed">{empty}</p>
      ) : (
        <ul className="card" aria-labelledby={id}>
          {shown.map((item) => (
            <li key={keyOf(item)} className={styles.row}>
              {row(item)}
            </li>
          ))}
        </ul>
      )}
      <ShowAll count={items.length} atFirst={shownAtFirst} showsAll={showsAll} toggle={() => setShowsAll((before) => !before)} />
      {link && items.length > 0 && (
        <Anchor component={Link} to={link.to} display="inline-block" mt="2xs">
          {link.label}
        </Anchor>
      )}
    </section>
  )
}

export const PersonLink = ({ person: { id, full_name } }: { person: { id: number; full_name: string } }) => (
  <Anchor component={Link} inherit to={`/people/${id}`}>
    {full_name}
  </Anchor>
)
