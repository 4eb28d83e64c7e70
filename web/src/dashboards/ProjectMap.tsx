import { Button, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconPinFilled } from '@tabler/icons-react'
import { homeOf, type ProjectHealth, type Role } from 'contract'
import { useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { storage } from '../api/storage.ts'
import { counted } from '../chat/rooms.ts'
import { useRooms } from '../chat/useRooms.ts'
import { useHealth } from '../projects/health.ts'
import { usePins } from '../projects/pins.ts'
import { recentPages } from '../search/recent.ts'
import { useMe } from '../session/session.ts'
import sidebar from '../ui/shell/Sidebar.module.css'
import styles from './ProjectMap.module.css'
import { toolPages } from './toolPages.ts'

const most = 12
const key = 'atrium-sidebar-projects'

/** The page that lists all projects of the role. */
const listOf = (role: Role) => (role === 'tenant_admin' ? toolPages.projects : homeOf(role))

/** The person's projects in the sidebar: the pinned ones first, and of many those that they opened last. */
export function ProjectMap({ onGo }: { onGo?: (() => void) | undefined }) {
  const projects = useHealth()
  const { pathname } = useLocation()
  const { role } = useMe()
  const [chosen, setChosen] = useState(() => storage.read(key))
  // The dashboard and the chat list the projects themselves.
  const isListedThere = [homeOf(role), listOf(role)].includes(pathname) || pathname.startsWith('/chat')
  const isOpen = chosen ? chosen === 'open' : !isListedThere
  const toggle = () => {
    const choice = isOpen ? 'closed' : 'open'
    storage.write(key, choice)
    setChosen(choice)
  }
  if (projects.length === 0) return null
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div className={styles.map}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        className={styles.toggle}
        aria-expanded={isOpen}
        rightSection={<Chevron size={14} aria-hidden />}
        onClick={toggle}
      >
        {role === 'tenant_admin' ? 'Recent Projects' : 'Projects'}
      </Button>
      {isOpen && <Entries projects={projects} onGo={onGo} />}
    </div>
  )
}

function Entries({ projects, onGo }: { projects: readonly ProjectHealth[]; onGo: (() => void) | undefined }) {
  const { id, role } = useMe()
  const { isPinned } = usePins()
  const { rooms = [] } = useRooms()
  const home = homeOf(role)
  const unreadOf = new Map(rooms.map(({ project, unread_count }) => [project?.id, unread_count]))
  const opened = recentPages(id).map(({ to }) => to)
  const addressOf = ({ project }: ProjectHealth) => `${home}/projects/${project}`
  const rank = (each: ProjectHealth) => {
    if (isPinned(each.project)) return -1
    const place = opened.indexOf(addressOf(each))
    return place < 0 ? opened.length : place
  }
  const shown = projects.toSorted((a, b) => rank(a) - rank(b)).slice(0, most)
  // In the order of their names they keep their places, whichever was opened last.
  const inOrder = shown.toSorted(
    (a, b) => Number(isPinned(b.project)) - Number(isPinned(a.project)) || a.name.localeCompare(b.name) || a.project - b.project,
  )
  return (
    <ul>
      {inOrder.map((each) => (
        <li key={each.project}>
          <NavLink className={sidebar.entry} to={addressOf(each)} onClick={onGo} title={each.name}>
            {isPinned(each.project) && <IconPinFilled className={styles.pin} aria-label="Pinned" />}
            <span className="truncate">{each.name}</span>
            <Marks overdue={each.overdue} unread={unreadOf.get(each.project) ?? 0} />
          </NavLink>
        </li>
      ))}
      {projects.length > most && (
        <li>
          <Link className={sidebar.entry} to={listOf(role)} onClick={onGo}>
            <span className="dimmed">All {projects.length} projects</span>
          </Link>
        </li>
      )}
    </ul>
  )
}

const Marks = ({ overdue, unread }: { overdue: number; unread: number }) => (
  <span className={styles.marks}>
    {overdue > 0 && (
      <span className={styles.late}>
        {overdue}
        <VisuallyHidden> overdue</VisuallyHidden>
      </span>
    )}
    {unread > 0 && (
      <span className={styles.unread}>
        {counted(unread)}
        <VisuallyHidden> unread</VisuallyHidden>
      </span>
    )}
  </span>
)
