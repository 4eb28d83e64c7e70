import { useId } from 'react'
import { NodeCard } from './NodeCard.tsx'
import styles from './Organisation.module.css'
import type { OrganisationNode } from './tree.ts'

type Props = {
  node: OrganisationNode
  isOpen: (id: number) => boolean
  toggle: (id: number) => void
  found: ReadonlySet<number>
}

/** A person and, while their branch is open, those who report to them. */
export function Branch({ node: { person, reports, below }, ...tree }: Props) {
  const id = useId()
  const isOpen = tree.isOpen(person.id)
  const isFound = tree.found.has(person.id)
  if (below === 0)
    return (
      <li className={styles.leaf}>
        <NodeCard person={person} isFound={isFound} />
      </li>
    )
  return (
    <li className={styles.branch}>
      <NodeCard person={person} isFound={isFound} branch={{ count: below, isOpen, toggle: () => tree.toggle(person.id), id }} />
      {isOpen && (
        <ul id={id} className={styles.reports} data-is-below aria-label={`Report to ${person.full_name}`}>
          {reports.map((report) => (
            <Branch key={report.person.id} node={report} {...tree} />
          ))}
        </ul>
      )}
    </li>
  )
}
