import { Anchor, Box, Burger, CloseButton, Drawer, Group, Stack, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowLeft, IconLogout } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, NavLink, type To, useNavigate } from 'react-router'
import { useShortcuts } from '../hooks/shortcuts.ts'
import { useIsNarrow } from '../hooks/useIsNarrow.ts'
import { Initials } from '../text/Initials.tsx'
import { useTitle } from './PlainPage.tsx'
import { Preferences } from './Preferences.tsx'
import styles from './Shell.module.css'
import { ShortcutsHelp } from './ShortcutsHelp.tsx'
import sidebarStyles from './Sidebar.module.css'
import { WorkspaceMark } from './WorkspaceMark.tsx'

type ShellEntry = {
  label: string
  to: string
  /** Highlighted on exactly this address only. */
  isExact?: boolean
  icon?: ReactNode
  /** Shown at the end of the line, such as a count. */
  badge?: ReactNode
  /** The shortcut that goes there, such as `g d`. */
  keys?: string
}

/** A link to the page above this one, over the title. */
type BackLink = {
  label: string
  /** Absent while it is not known. */
  to?: To | undefined
  /** The name of the page above. */
  name?: string | undefined
  /** A detail of this page, such as the key of a task. */
  about?: ReactNode
}

export type ShellProps = {
  /** The workspace's name. */
  workspace: string
  /** The heading of the entries, such as 'Admin Panel'. */
  panel: string
  entries: readonly ShellEntry[]
  person: { id: number; name: string; about: string }
  onLogout: () => void
  /** The page's only h1. */
  title: string
  subtitle?: ReactNode
  back?: BackLink
  /** The page's subject in a few words, shown beside the title as far as there is room; null while it is not known. */
  facts?: ReactNode
  /** Opens the search: a box for the sidebar, and a button for a narrow top bar. */
  search?: { box: ReactNode; small: ReactNode }
  /** Shown below the entries. It calls `onGo` when somebody follows one of its links. */
  map?: (onGo?: () => void) => ReactNode
  /** Shown in the top bar before the theme switch, such as a bell. */
  tools?: ReactNode
  /** The page's own buttons. */
  actions?: ReactNode
  /** Shown above the page's content, such as a notice to everybody. */
  banner?: ReactNode
  children: ReactNode
}

/** The frame of every page after the log-in. */
export function Shell({ title, subtitle, back, facts, tools, search, map, actions, banner, children, ...sidebar }: ShellProps) {
  const [isOpen, { open, close }] = useDisclosure()
  const [hasHelp, help] = useDisclosure()
  const isNarrow = useIsNarrow(48)
  const navigate = useNavigate()
  useTitle(title)
  useShortcuts(
    sidebar.entries.flatMap(({ keys, label, to }) =>
      keys ? [{ keys, label: `Go to ${label}`, group: 'Everywhere', run: () => void navigate(to) }] : [],
    ),
  )
  return (
    <div className={styles.shell}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Stack component="aside" gap={0} className={styles.aside}>
        <Sidebar {...sidebar} search={search?.box} map={isNarrow ? undefined : map?.()} showShortcuts={help.open} />
      </Stack>
      <Drawer.Root opened={isOpen} onClose={close} size={280}>
        <Drawer.Overlay />
        <Drawer.Content aria-label="Navigation">
          <Stack gap={0} h="100dvh" bg="var(--surface-sunken)">
            <Sidebar {...sidebar} map={map?.(close)} showShortcuts={help.open} onGo={close} />
          </Stack>
        </Drawer.Content>
      </Drawer.Root>
      <ShortcutsHelp isOpen={hasHelp} open={help.open} close={help.close} />
      <Stack gap={0} miw={0}>
        <header className={styles.top} data-is-compact={facts !== undefined || undefined}>
          <Burger className={styles.burger} opened={isOpen} onClick={open} size="sm" aria-label="Open navigation" />
          <span className={`${styles.narrowName} truncate`} title={sidebar.workspace}>
            {sidebar.workspace}
          </span>
          <div className={styles.heading}>
            {back && <Back {...back} />}
            <div className={styles.titleLine}>
              <Title order={1} {...(facts !== undefined && { className: styles.short, title })}>
                {title}
              </Title>
              {facts}
            </div>
            {subtitle && <div className="dimmed">{subtitle}</div>}
          </div>
          {actions && (
            <Group gap="xs" className={styles.actions}>
              {actions}
            </Group>
          )}
          <div className={styles.tools}>
            {search && <span className={styles.narrowOnly}>{search.small}</span>}
            {tools}
          </div>
        </header>
        {banner}
        <main id="content" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </Stack>
    </div>
  )
}

const Back = ({ label, to, name, about }: BackLink) => (
  <div className={styles.back}>
    {to ? (
      <Anchor component={Link} to={to} inherit>
        <IconArrowLeft size={14} aria-hidden />
        <span>{label}</span>
      </Anchor>
    ) : (
      // The line keeps its height.
      <>&nbsp;</>
    )}
    {name && (
      <span className="dimmed truncate" title={name}>
        {name}
      </span>
    )}
    {about}
  </div>
)

type SidebarProps = Pick<ShellProps, 'workspace' | 'panel' | 'entries' | 'person' | 'onLogout'> & {
  search?: ReactNode
  map?: ReactNode
  showShortcuts: () => void
  onGo?: () => void
}

const Sidebar = ({ workspace, panel, entries, person, onLogout, search, map, showShortcuts, onGo }: SidebarProps) => (
  <>
    <div className={sidebarStyles.workspace} title={workspace}>
      <WorkspaceMark workspace={workspace} />
      <span className="truncate">{workspace}</span>
      {onGo && <CloseButton ms="auto" me="-xs" aria-label="Close navigation" onClick={onGo} />}
    </div>
    {search && <div className={sidebarStyles.search}>{search}</div>}
    <nav className={sidebarStyles.nav} aria-label={panel}>
      <Box className="fine" px="xs" pt="xs" pb="var(--space-1-half)" fw="var(--weight-medium)">
        {panel}
      </Box>
      <Stack component="ul" gap="var(--space-half)">
        {entries.map((entry) => (
          <li key={entry.label}>
            <Entry {...entry} {...(onGo && { onGo })} />
          </li>
        ))}
      </Stack>
      {map}
    </nav>
    <Stack gap="2xs" p="xs" className={sidebarStyles.foot}>
      <Group gap="xs" wrap="nowrap" p="var(--space-1) var(--space-2)">
        <Initials id={person.id} name={person.name} size={32} />
        <Box miw={0} lh={1.35}>
          <div className="truncate" title={person.name}>
            {person.name}
          </div>
          <div className="fine">{person.about}</div>
        </Box>
        <Preferences showShortcuts={showShortcuts} />
      </Group>
      <button type="button" className={sidebarStyles.entry} onClick={onLogout}>
        <IconLogout aria-hidden />
        Logout
      </button>
    </Stack>
  </>
)

const Entry = ({ label, to, isExact = false, icon, badge, onGo }: ShellEntry & { onGo?: () => void }) => (
  <NavLink className={sidebarStyles.entry} to={to} end={isExact} onClick={onGo}>
    {icon}
    <span className="truncate">{label}</span>
    {badge && (
      <Box component="span" className="tabular" ms="auto" fz="xs">
        {badge}
      </Box>
    )}
  </NavLink>
)
