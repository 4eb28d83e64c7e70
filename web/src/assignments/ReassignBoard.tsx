import { Anchor, Box, Button, Group, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { type AssignmentGroup, api } from 'contract'
import { useDeferredValue, useMemo } from 'react'
import { Link } from 'react-router'
import { useData, usePending } from '../api/data.ts'
import { Board } from '../ui/board/Board.tsx'
import type { BoardId, Column } from '../ui/board/types.ts'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { useAddress } from '../ui/hooks/address.ts'
import toolbar from '../ui/list/ListToolbar.module.css'
import { SearchField } from '../ui/list/SearchField.tsx'
import { Section } from '../ui/list/Section.tsx'
import sections from '../ui/list/section.module.css'
import { Initials } from '../ui/text/Initials.tsx'
import marks from '../ui/theme/badges.module.css'
import { BlockedDialog } from './BlockedDialog.tsx'
import {
  type AssignedDeveloper,
  countDevelopers,
  findDeveloper,
  matching,
  openSubtasks,
  unassigned,
  withPendingMoves,
} from './groups.ts'
import styles from './ReassignBoard.module.css'
import { useReassign } from './useReassign.ts'

/** The tenant admin's board of developers by project manager, low if it has a page of its own. */
export const ReassignBoard = ({ page }: { page?: string }) => (
  <Section id="reassign-developers" title="Reassign Developers by Drag and Drop" page={page}>
    {/* The columns have headings of the third level. */}
    {page === undefined && (
      <VisuallyHidden>
        <h2>Managers and their developers</h2>
      </VisuallyHidden>
    )}
    <Loaded skeleton={<Waiting />} failed="Failed to load data.">
      <Developers isShort={page !== undefined} />
    </Loaded>
  </Section>
)

/** More developers than this get a search field. */
const searchedFrom = 12

function Developers({ isShort }: { isShort: boolean }) {
  const answer = useData(api.assignments.grouped, {})
  const pending = usePending(api.assignments.reassign)
  const groups = useMemo(
    () =>
      withPendingMoves(
        answer,
        pending.map(({ body }) => ({ developer: body.developer, manager: body.manager ?? unassigned })),
      ),
    [answer, pending],
  )
  const [params, put] = useAddress()
  const search = params.get('developers') ?? ''
  const deferredSearch = useDeferredValue(search)
  const shown = useMemo(() => matching(groups, deferredSearch), [groups, deferredSearch])
  const total = countDevelopers(groups)
  const matches = countDevelopers(shown)
  const clear = () => put({ developers: '' })

  if (total === 0)
    return (
      <Empty>
        There are no developers yet.{' '}
        <Anchor component={Link} to="/tenant_admin/employees?add=developer" underline="always">
          Add an employee
        </Anchor>{' '}
        with the role Developer, and give them a project manager here.
      </Empty>
    )
  return (
    <>
      {(total > searchedFrom || search) && (
        <Group gap="var(--space-2) var(--space-3)" className={isShort ? sections.toolbar : undefined}>
          <SearchField
            className={toolbar.search}
            label="Search developers..."
            value={search}
            onSearch={(developers) => put({ developers })}
          />
          <Text span role="status" className="dimmed tabular" fz="var(--text-small)">
            {deferredSearch.trim()
              ? `${matches} of ${total} developers · ${total - matches} hidden by filters`
              : `${total} developers`}
          </Text>
          {deferredSearch.trim() && matches > 0 && (
            <Button variant="subtle" size="compact-xs" onClick={clear}>
              Clear Filters
            </Button>
          )}
        </Group>
      )}
      {groups.length === 1 && (
        <Text inherit c="dimmed">
          There are no project managers yet.{' '}
          <Anchor component={Link} to="/tenant_admin/employees" underline="always">
            Add an employee
          </Anchor>{' '}
          with the role Project Manager to assign developers to them.
        </Text>
      )}
      {matches === 0 ? (
        <Empty
          action={
            <Button variant="default" onClick={clear}>
              Clear Filters
            </Button>
          }
        >
          Nothing matches.
        </Empty>
      ) : (
        <Groups groups={shown} height={heightFor(groups, isShort)} isSearched={deferredSearch.trim() !== ''} />
      )}
    </>
  )
}

/** The height at which the longest column fits, limited by the window. Filters don't change it. */
function heightFor(groups: readonly AssignmentGroup[], isShort: boolean) {
  const heights = groups.map(({ developers }) =>
    developers.reduce((sum, { open_subtasks_count: open }) => sum + (open > 0 ? 96 : 68), 92),
  )
  const most = isShort ? '300px' : 'clamp(320px, calc(100dvh - 220px), 640px)'
  return `min(${Math.max(isShort ? 180 : 240, ...heights)}px, ${most})`
}

type GroupsProps = { groups: readonly AssignmentGroup[]; height: string; isSearched: boolean }

function Groups({ groups, height, isSearched }: GroupsProps) {
  const { reassign, isOpen, blocked, close } = useReassign()
  const columns = useColumns(groups, isSearched)
  const move = (card: BoardId, target: BoardId) => {
    const { developer, group } = findDeveloper(groups, Number(card)) ?? {}
    const to = groups.find(({ manager }) => manager.id === target)
    if (developer && group && to) void reassign(developer, group.manager, to.manager)
  }
  return (
    <>
      <Board
        label="Developers by project manager"
        columns={columns}
        height={height}
        onMove={(card, _, to) => move(card, to)}
        hint="Drop on a project manager to reassign."
      />
      <BlockedDialog isOpen={isOpen} blocked={blocked} close={close} />
    </>
  )
}

/** The column of an unchanged group stays the same object, so that it is not rendered again. */
function useColumns(groups: readonly AssignmentGroup[], isSearched: boolean) {
  const cache = useMemo(() => ({ columns: new WeakMap<AssignmentGroup, Column>(), isSearched }), [isSearched])
  return useMemo(
    () =>
      groups.map((group) => {
        const column = cache.columns.get(group) ?? columnOf(group, cache.isSearched)
        cache.columns.set(group, column)
        return column
      }),
    [groups, cache],
  )
}

const columnOf = ({ manager, developers }: AssignmentGroup, isSearched: boolean): Column => ({
  id: manager.id,
  title: manager.full_name,
  header: (
    <div className="truncate fine" title={manager.email}>
      {manager.id === unassigned ? 'Without a project manager' : manager.email}
    </div>
  ),
  cards: developers.map((developer) => ({
    id: developer.id,
    label: labelOf(developer),
    content: <DeveloperCard developer={developer} />,
  })),
  empty: isSearched
    ? 'Nothing matches.'
    : manager.id === unassigned
      ? 'Everybody has a project manager.'
      : 'No developers. Drag one here.',
})

const labelOf = ({ full_name, open_subtasks_count: open }: AssignedDeveloper) =>
  open > 0 ? `${full_name}, ${openSubtasks(open)}` : full_name

const DeveloperCard = ({ developer: { id, full_name, email, open_subtasks_count: open } }: { developer: AssignedDeveloper }) => (
  <Group gap="xs" align="stretch" wrap="nowrap">
    <Initials id={id} name={full_name} size={32} />
    <Box flex={1} miw={0} lh={1.35}>
      <Box pr="lg" fw="var(--weight-medium)">
        {full_name}
      </Box>
      <div className="truncate fine" title={email}>
        {email}
      </div>
      {open > 0 && (
        <Box
          component="span"
          className={marks.mark}
          mt="var(--space-1-half)"
          data-tone="yellow"
          title="To be finished or given to somebody else before a move"
        >
          <IconListCheck size={14} stroke={2.25} aria-hidden />
          {openSubtasks(open)}
        </Box>
      )}
    </Box>
  </Group>
)

const Waiting = () => (
  <div className={styles.waiting}>
    {[0, 1, 2, 3].map((column) => (
      <Skeleton key={column} height={360} radius="md" animate={false} />
    ))}
  </div>
)
