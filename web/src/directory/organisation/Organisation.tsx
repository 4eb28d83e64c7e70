import { Button, Group, Title } from '@mantine/core'
import { api, type DirectoryPerson } from 'contract'
import { type FormEvent, useMemo, useRef } from 'react'
import { usePreload } from '../../api/data.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { useAddress } from '../../ui/hooks/address.ts'
import { useShortcuts } from '../../ui/hooks/shortcuts.ts'
import { SearchField } from '../../ui/list/SearchField.tsx'
import { Count } from '../../ui/text/Count.tsx'
import { usePeople } from '../read.ts'
import { Branch } from './Branch.tsx'
import { onTreeKey } from './keys.ts'
import { NodeCard } from './NodeCard.tsx'
import styles from './Organisation.module.css'
import { organisationOf, searchOrganisation } from './tree.ts'
import { useBranches } from './useBranches.ts'
import { useScrollToFound } from './useScrollToFound.ts'

/** The organisation chart: who reports to whom. */
export function Organisation() {
  usePreload(api.directory.list, {})
  return (
    <Loaded skeleton={<SkeletonRows rows={8} height={56} />} failed="The organisation could not be loaded.">
      <Chart />
    </Loaded>
  )
}

function Chart() {
  const people = usePeople()
  const [params, put] = useAddress()
  const search = params.get('search') ?? ''
  const { roots, single } = useMemo(() => organisationOf(people), [people])
  const { found, path } = useMemo(() => searchOrganisation(people, search), [people, search])
  const { isOpen, toggle, openAll, closeAll, isAllOpen } = useBranches({ roots, search, path })
  const chart = useRef<HTMLDivElement>(null)
  useShortcuts(treeShortcuts)
  useScrollToFound(chart, search, found)
  const goToFound = (event: FormEvent) => {
    event.preventDefault()
    chart.current?.querySelector<HTMLElement>('[data-is-found] a')?.focus()
  }
  const counted = people.length === 1 ? '1 person' : `${people.length} people`
  return (
    <>
      <Group gap="xs" mb="2xs">
        <form onSubmit={goToFound} className={styles.search}>
          <SearchField label="Search people..." value={search} onSearch={(text) => put({ search: text })} />
        </form>
        {roots.length > 0 && (
          <Button variant="default" onClick={isAllOpen ? closeAll : openAll}>
            {isAllOpen ? 'Collapse All' : 'Expand All'}
          </Button>
        )}
      </Group>
      <div role="status" className={styles.state}>
        {search.trim() ? `${found.size} of ${counted} found${found.size ? ', Enter goes to the first' : ''}` : counted}
      </div>
      {/** biome-ignore lint/a11y/noStaticElementInteractions: the keys move between links and buttons, which work without them */}
      <div ref={chart} onKeyDown={onTreeKey}>
        <ul aria-label="Organisation" className={styles.tree}>
          {roots.map((node) => (
            <Branch key={node.person.id} node={node} isOpen={isOpen} toggle={toggle} found={found} />
          ))}
        </ul>
        <Single people={single} found={found} />
      </div>
    </>
  )
}

/** People without a manager and without reports. */
const Single = ({ people, found }: { people: readonly DirectoryPerson[]; found: ReadonlySet<number> }) =>
  people.length > 0 && (
    <section aria-labelledby="single" className={styles.single}>
      <Title order={2} id="single" fz="var(--text-title)" mb="xs">
        Report to nobody <Count>{people.length}</Count>
      </Title>
      <ul className={styles.reports}>
        {people.map((person) => (
          <li key={person.id} className={styles.leaf}>
            <NodeCard person={person} isFound={found.has(person.id)} />
          </li>
        ))}
      </ul>
    </section>
  )

const treeShortcuts = [
  { keys: 'ArrowDown', label: 'Next person of the chart' },
  { keys: 'ArrowRight', label: 'Open a branch, or go into it' },
  { keys: 'ArrowLeft', label: 'Close a branch, or go to whom somebody reports to' },
]
