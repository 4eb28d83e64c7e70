import { Group, Pagination, Skeleton, Stack, Title } from '@mantine/core'
import type { Project } from 'contract'
import { type ReactNode, useDeferredValue, useRef } from 'react'
import { SkeletonCards } from '../ui/feedback/Delayed.tsx'
import { Empty, NothingMatches } from '../ui/feedback/Empty.tsx'
import toolbar from '../ui/list/ListToolbar.module.css'
import { rowsOf } from '../ui/list/Pages.tsx'
import { SearchField } from '../ui/list/SearchField.tsx'
import sections from '../ui/list/section.module.css'
import { Count } from '../ui/text/Count.tsx'
import { useHealthById } from './health.ts'
import { ProjectCard } from './ProjectCard.tsx'
import styles from './ProjectList.module.css'
import { matching } from './read.ts'
import { type Group as GroupName, useProjectsView } from './useProjectsView.ts'

const cardsOnPage: Record<GroupName, number> = { active: 12, inactive: 6 }
/** More projects than this get a search field. */
const searchedFrom = 6

type Props = {
  projects: readonly Project[]
  titles: Record<GroupName, string>
  shows: 'manager' | 'members'
  addressOf: (project: Project) => string
  empty: ReactNode
  /** The button that creates a project. */
  create: ReactNode
  /** Short, it scrolls inside itself; alone on a page, it has no heading. */
  form?: 'short' | 'alone'
}

/** Projects as cards, the inactive ones in a group of their own. Belongs in a `section` of the style sheet, after its heading. */
export function ProjectList(props: Props) {
  const { projects, titles, shows, addressOf, empty, create, form } = props
  const view = useProjectsView()
  const health = useHealthById()
  const matches = matching(projects, useDeferredValue(view.search))
  const isSearched = view.search.trim() !== ''
  const isEmpty = projects.length === 0
  const group = (name: GroupName) => (
    <ProjectGroup
      title={titles[name]}
      projects={matches.filter(({ is_active }) => is_active === (name === 'active'))}
      perPage={cardsOnPage[name]}
      page={view.pages[name]}
      goTo={(page) => view.goTo(name, page)}
      nothing={isSearched ? 'Nothing matches.' : name === 'active' ? 'No project is active.' : 'No project is inactive.'}
      {...(isEmpty && name === 'active' && { first: <Empty action={create}>{empty}</Empty> })}
      health={health}
      shows={shows}
      addressOf={addressOf}
      isAlone={form === 'alone'}
    />
  )
  const isSearchable = projects.length > searchedFrom || isSearched
  return (
    <>
      {!isEmpty && (
        <Group
          gap="var(--space-2) var(--space-3)"
          className={form === 'alone' ? undefined : isSearchable ? sections.toolbar : sections.tools}
        >
          {isSearchable && (
            <>
              <SearchField className={toolbar.search} label="Search projects..." value={view.search} onSearch={view.searchFor} />
              <span role="status" className="dimmed tabular">
                {counted(isSearched ? matches.length : undefined, projects.length)}
              </span>
            </>
          )}
          <div className={toolbar.action}>{create}</div>
        </Group>
      )}
      {matches.length === 0 && !isEmpty ? (
        <NothingMatches clear={() => view.searchFor('')} />
      ) : (
        <Stack gap={form === 'short' ? 'md' : 'var(--space-7)'} className={form === 'short' ? sections.well : undefined}>
          {group('active')}
          {group('inactive')}
        </Stack>
      )}
    </>
  )
}

function counted(matches: number | undefined, total: number) {
  const all = total === 1 ? '1 project' : `${total} projects`
  return matches === undefined ? all : `${matches} of ${all} · ${total - matches} hidden by filters`
}

type GroupProps = Pick<Props, 'projects' | 'shows' | 'addressOf'> & {
  title: string
  health: ReturnType<typeof useHealthById>
  perPage: number
  page: number
  goTo: (page: number) => void
  nothing: string
  isAlone: boolean
  /** Shown instead of `nothing` when there is no project at all. */
  first?: ReactNode
}

function ProjectGroup(props: GroupProps) {
  const { title, projects, perPage, page: wanted, goTo, nothing, isAlone, first, health, shows, addressOf } = props
  const top = useRef<HTMLHeadingElement>(null)
  const { page, rows } = rowsOf(projects, { page: wanted, perPage })
  const pages = Math.ceil(projects.length / perPage)
  return (
    <div className={styles.group}>
      <Title ref={top} order={isAlone ? 2 : 3} className={styles.title} mb="xs" fz="sm" lh={1.55}>
        {title} <Count>{projects.length}</Count>
      </Title>
      {projects.length === 0 && (first ?? <p className="dimmed">{nothing}</p>)}
      {rows.length > 0 && (
        <ul className={styles.cards}>
          {rows.map((project) => (
            <li key={project.id}>
              <ProjectCard
                project={project}
                health={health.get(project.id)}
                to={addressOf(project)}
                shows={shows}
                heading={isAlone ? 'h3' : 'h4'}
              />
            </li>
          ))}
        </ul>
      )}
      {pages > 1 && (
        <Pagination
          mt="md"
          total={pages}
          value={page}
          size="sm"
          onChange={(next) => {
            goTo(next)
            top.current?.scrollIntoView({ block: 'start' })
          }}
          getControlProps={(control) => ({ 'aria-label': `${title}: ${control} page` })}
          getItemProps={(item) => ({ 'aria-label': `${title}: page ${item}` })}
        />
      )}
    </div>
  )
}

/** A screen high, so that the sections below don't move when the list arrives. */
export const ProjectListSkeleton = () => (
  <div style={{ minHeight: '100dvh' }}>
    <Skeleton width={120} height={20} mb="sm" animate={false} />
    <SkeletonCards cards={6} height={172} />
  </div>
)
