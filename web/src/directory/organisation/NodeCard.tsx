import { Anchor } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { DirectoryPerson } from 'contract'
import { Link, useLocation } from 'react-router'
import { Initials } from '../../ui/text/Initials.tsx'
import { AwayMark } from '../AwayMark.tsx'
import { branchAttribute, nodeAttribute } from './keys.ts'
import styles from './Organisation.module.css'

type Props = {
  person: DirectoryPerson
  isFound: boolean
  /** The branch below, if there is one. */
  branch?: { count: number; isOpen: boolean; toggle: () => void; id: string }
}

/** A person in the chart, with the button that opens and closes their branch. */
export function NodeCard({ person, isFound, branch }: Props) {
  const { id, full_name, job_title } = person
  const { pathname, search } = useLocation()
  return (
    <div className={styles.node} data-is-found={isFound || undefined} {...{ [branchAttribute]: true }}>
      <Initials id={id} name={full_name} size={32} />
      <div className={styles.text}>
        <Anchor
          component={Link}
          inherit
          fw="var(--weight-medium)"
          to={`/people/${id}`}
          state={{ pathname, search }}
          {...{ [nodeAttribute]: id }}
        >
          {full_name}
        </Anchor>
        {job_title && <div className="fine">{job_title}</div>}
        <AwayMark person={person} />
      </div>
      {branch && (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={branch.isOpen}
          aria-controls={branch.isOpen ? branch.id : undefined}
          aria-label={`${branch.count} ${branch.count === 1 ? 'person' : 'people'} below ${full_name}`}
          title={branch.isOpen ? 'Collapse' : 'Expand'}
          onClick={branch.toggle}
        >
          <span className="tabular">{branch.count}</span>
          <IconChevronDown size={16} aria-hidden />
        </button>
      )}
    </div>
  )
}
