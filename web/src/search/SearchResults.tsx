import { Button, Group, NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { api, type SearchType, searchLength, searchTypes } from 'contract'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useData } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { useMe } from '../session/session.ts'
import { useToday } from '../session/today.ts'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { oneOf, useAddress } from '../ui/hooks/address.ts'
import { useIsNarrow } from '../ui/hooks/useIsNarrow.ts'
import { Pages } from '../ui/list/Pages.tsx'
import { useTyped } from '../ui/list/useTyped.ts'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'
import { addressOf } from './addresses.ts'
import { Marked } from './Marked.tsx'
import styles from './SearchResults.module.css'
import { useSearch } from './useSearch.ts'
import { contextOf, TypeIcon, typeNames } from './words.tsx'

const perPage = 20

/** Everything that somebody can read, by words and filters that are all in the address. */
export function SearchResults() {
  const [params, put] = useAddress()
  const get = (name: string) => params.get(name) ?? ''
  const type = oneOf(searchTypes, params.get('types'))
  const page = Math.max(1, Number(get('page')) || 1)
  const search = useSearch({
    q: get('q'),
    ...(type && { types: type }),
    ...optional({ project: get('project'), person: get('person'), from: get('from'), to: get('to') }),
    limit: String(perPage),
    offset: String((page - 1) * perPage),
  })
  const top = useRef<HTMLDivElement>(null)
  return (
    <Stack gap="sm" maw={880} ref={top}>
      <Words value={get('q')} put={(q) => put({ q, page: '' })} />
      <Filters get={get} put={(changes) => put({ ...changes, page: '' })} />
      {get('q').trim() === '' ? (
        <Empty>
          Search projects, people, tasks, comments, files and messages. Words may be in any order, and the last one may be
          unfinished.
        </Empty>
      ) : (
        <Found search={search} type={type} page={page} top={top} put={put} />
      )}
    </Stack>
  )
}

const optional = (values: Record<string, string>) => Object.fromEntries(Object.entries(values).filter(([, value]) => value))

function Words({ value, put }: { value: string; put: (q: string) => void }) {
  const { typed, setTyped, report } = useTyped(value, put, 200)
  return (
    <TextInput
      type="search"
      size="md"
      aria-label="Search everything"
      placeholder="Search everything"
      leftSection={<IconSearch size={18} aria-hidden />}
      autoComplete="off"
      maxLength={searchLength}
      autoFocus={value === ''}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        report(currentTarget.value)
      }}
    />
  )
}

type FilterProps = { get: (name: string) => string; put: (changes: Record<string, string>) => void }

function Filters({ get, put }: FilterProps) {
  const today = useToday()
  const date = (name: 'from' | 'to', label: string) => (
    <DateField
      size="xs"
      w={140}
      label={label}
      today={today}
      value={get(name)}
      min={name === 'to' ? get('from') || undefined : undefined}
      onChange={(value) => put({ [name]: value })}
    />
  )
  return (
    <Group gap="xs" align="flex-end">
      <Loaded skeleton={null}>
        <ProjectFilter value={get('project')} put={put} />
      </Loaded>
      {date('from', 'From')}
      {date('to', 'To')}
      {['project', 'person', 'from', 'to', 'types'].some(get) && (
        <Button variant="subtle" size="compact-sm" onClick={() => put({ project: '', person: '', from: '', to: '', types: '' })}>
          Clear Filters
        </Button>
      )}
    </Group>
  )
}

/** The projects of this person, and the people of the chosen one. */
function ProjectFilter({ value, put }: { value: string; put: FilterProps['put'] }) {
  const [params] = useAddress()
  const { role } = useMe()
  if (role === 'hr') return null
  return <Choices value={value} person={params.get('person') ?? ''} put={put} />
}

function Choices({ value, person, put }: { value: string; person: string; put: FilterProps['put'] }) {
  const { results } = useData(api.projects.list, { query: { limit: '1000' } })
  const members = results.filter(({ id }) => value === '' || String(id) === value).flatMap((project) => project.members)
  const people = new Map(members.map(({ employee }) => [employee.id, employee.full_name]))
  const sorted = [...people].sort(([, a], [, b]) => a.localeCompare(b))
  return (
    <>
      <NativeSelect
        size="xs"
        maw={220}
        label="Project"
        data={[{ value: '', label: 'All projects' }, ...results.map(({ id, name }) => ({ value: String(id), label: name }))]}
        value={value}
        onChange={(event) => put({ project: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        maw={220}
        label="Person"
        data={[{ value: '', label: 'Everybody' }, ...sorted.map(([id, name]) => ({ value: String(id), label: name }))]}
        value={person}
        onChange={(event) => put({ person: event.currentTarget.value })}
      />
    </>
  )
}

type FoundProps = {
  search: ReturnType<typeof useSearch>
  type: SearchType | undefined
  page: number
  top: React.RefObject<HTMLDivElement | null>
  put: (changes: Record<string, string>) => void
}

function Found({ search: { found, error, retry }, type, page, top, put }: FoundProps) {
  const me = useMe()
  const isNarrow = useIsNarrow(36)
  if (error) return <Failed message="The search failed." hint={messageOf(error, '')} retry={retry} />
  if (!found) return <SkeletonRows rows={6} height={56} />
  const counted = (name: SearchType) => `${found.counts[name]}${found.at_least.includes(name) ? '+' : ''}`
  const all = searchTypes.reduce((sum, name) => sum + found.counts[name], 0)
  return (
    <>
      <div className={styles.types}>
        <SegmentedControl
          size="xs"
          aria-label="Type"
          data={[
            { value: '', label: `All ${all}` },
            ...searchTypes
              .filter((name) => found.counts[name] > 0 || name === type)
              .map((name) => ({ value: name, label: `${typeNames[name]} ${counted(name)}` })),
          ]}
          value={type ?? ''}
          onChange={(types) => put({ types, page: '' })}
        />
      </div>
      {found.results.length === 0 && <Empty>Nothing is called that, or says that.</Empty>}
      <ul aria-label="Results" className={styles.results}>
        {found.results.map((result) => (
          <li key={`${result.type} ${result.id}`}>
            <Link to={addressOf(result, me)} className={styles.result}>
              <TypeIcon type={result.type} />
              <span className={styles.text}>
                <span className={styles.title}>
                  <Marked parts={result.title_parts} />
                </span>
                {result.excerpt.length > 0 && (
                  <span className="clip-2">
                    <Marked parts={result.excerpt} />
                  </span>
                )}
                <Text span className="fine">
                  {contextOf(result)}
                  {result.at && contextOf(result) && ' · '}
                  {result.at && <RelativeTime at={result.at} />}
                </Text>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Pages
        page={page}
        perPage={perPage}
        total={found.count}
        isNarrow={isNarrow}
        goTo={(wanted) => put({ page: wanted > 1 ? String(wanted) : '' })}
        top={top}
      />
    </>
  )
}
