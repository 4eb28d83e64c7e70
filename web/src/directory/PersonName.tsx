import { Anchor } from '@mantine/core'
import type { DirectoryPerson } from 'contract'
import { Link, useLocation } from 'react-router'
import { Initials } from '../ui/text/Initials.tsx'
import { AwayMark } from './AwayMark.tsx'
import styles from './PersonName.module.css'

type LinkProps = { person: { id: number; full_name: string } }

/** A name that leads to the person's page, from which one comes back to this list as it is. */
export function PersonLink({ person: { id, full_name } }: LinkProps) {
  const { pathname, search } = useLocation()
  return (
    <Anchor component={Link} inherit to={`/people/${id}`} state={{ pathname, search }}>
      {full_name}
    </Anchor>
  )
}

type Named = Pick<DirectoryPerson, 'id' | 'full_name' | 'job_title'>
type Props = { person: Named & { away_until?: string | null }; size?: number }

/** A person's picture, name and job title, and whether they are away. */
export const PersonName = ({ person, size = 32 }: Props) => (
  <div className={styles.person}>
    <Initials id={person.id} name={person.full_name} size={size} />
    <div className={styles.text}>
      <div className={styles.name}>
        <PersonLink person={person} />
        {person.away_until && <AwayMark person={{ away_until: person.away_until }} />}
      </div>
      {person.job_title && <div className="fine">{person.job_title}</div>}
    </div>
  </div>
)
