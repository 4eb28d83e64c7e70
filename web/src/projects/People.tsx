import { Box, Group, SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAddress } from '../ui/hooks/address.ts'
import { ShowAll } from '../ui/list/ShowAll.tsx'
import { Initials } from '../ui/text/Initials.tsx'
import styles from './People.module.css'

type PersonRow = {
  key: number
  person: { id: number; full_name: string; about: string }
  /** Shown beside the name. */
  mark?: ReactNode
  end: ReactNode
}

type Props = {
  rows: readonly PersonRow[]
  name: string
  label: string
  /** Lines instead of cards. */
  isCompact?: boolean
  /** How many are shown until somebody asks for all. */
  atFirst?: number
}

/** A grid of people. The others are shown on demand, as the query parameter `name` remembers. */
export function People({ rows, name, label, isCompact = false, atFirst = 12 }: Props) {
  const [params, put] = useAddress()
  const showsAll = params.get(name) === 'all'
  const shown = showsAll ? rows : rows.slice(0, atFirst)
  return (
    <>
      <SimpleGrid
        renderRoot={(props) => <ul {...props} />}
        minColWidth="min(20rem, 100%)"
        spacing="sm"
        verticalSpacing={isCompact ? 0 : 'xs'}
        aria-label={label}
      >
        {shown.map(({ key, person, mark, end }) => (
          <li key={key} className={isCompact ? styles.line : styles.person}>
            <Initials id={person.id} name={person.full_name} size={isCompact ? 26 : 32} />
            <Box flex={1} miw={0} lh={1.35}>
              <Group className={styles.name} gap="var(--space-half) var(--space-2)" fw="var(--weight-medium)">
                {person.full_name} {mark}
              </Group>
              <div className="truncate fine" title={person.about}>
                {person.about}
              </div>
            </Box>
            <Group gap="xs" wrap="nowrap" flex="none">
              {end}
            </Group>
          </li>
        ))}
      </SimpleGrid>
      <ShowAll count={rows.length} atFirst={atFirst} showsAll={showsAll} toggle={() => put({ [name]: showsAll ? '' : 'all' })} />
    </>
  )
}
