import { ActionIcon, Button, Group, Menu, Progress } from '@mantine/core'
import {
  IconDots,
  IconLayoutSidebarRight,
  IconMessageCircle,
  IconPin,
  IconPinFilled,
  IconPlayerPause,
  IconTableImport,
  IconTemplate,
} from '@tabler/icons-react'
import { api, homeOf, may, type Project } from 'contract'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useKnownWhole } from '../api/pages.ts'
import { useMe } from '../session/session.ts'
import { useToday } from '../session/today.ts'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import { useDialog } from '../ui/hooks/useDialog.ts'
import { Later } from '../ui/Later.tsx'
import { dayAndMonth, formatDate } from '../ui/text/dates.ts'
import { Initials } from '../ui/text/Initials.tsx'
import { HealthBadge, PriorityBadge, ProjectStatusBadge } from '../ui/theme/badges.tsx'
import { inactive, useActivation, useSwitcher } from './activation.ts'
import { editProjectDialog } from './dialogs.ts'
import { percentDone, useHealth } from './health.ts'
import styles from './ProjectHeader.module.css'
import type { usePanel } from './panel.ts'
import { usePins } from './pins.ts'
import { endOf } from './read.ts'

const SaveTemplate = lazy(() => import('./templates/SaveTemplate.tsx'))

/** Status, priority, dates and progress, beside the project's name. */
export function ProjectSummary({ project }: { project: Project }) {
  const { status, priority, start_date, end_date } = project
  const end = endOf(project, useToday())
  return (
    <div className={styles.summary}>
      <Pin project_id={project.id} />
      <ProjectStatusBadge status={status} />
      <span className={styles.priority}>
        <PriorityBadge priority={priority} />
      </span>
      {(start_date || end_date) && (
        <span className={styles.dates} data-tone={end && (end.isOverdue ? 'overdue' : 'soon')} title={datesIn(project)}>
          {dayAndMonth(start_date)} – {dayAndMonth(end_date)}
        </span>
      )}
      <TasksDone project_id={project.id} />
      <Trouble project_id={project.id} />
    </div>
  )
}

/** Keeps the project at the top of the sidebar. */
function Pin({ project_id }: { project_id: number }) {
  const { isPinned, toggle } = usePins()
  const isOn = isPinned(project_id)
  const PinIcon = isOn ? IconPinFilled : IconPin
  const name = isOn ? 'Unpin from the sidebar' : 'Pin to the sidebar'
  return (
    <ActionIcon
      variant="subtle"
      color={isOn ? 'accent' : 'gray'}
      size="sm"
      className={styles.pin}
      aria-label={name}
      title={name}
      onClick={() => toggle(project_id)}
    >
      <PinIcon size={16} aria-hidden />
    </ActionIcon>
  )
}

const datesIn = ({ start_date, end_date }: Project) => `${formatDate(start_date)} – ${formatDate(end_date)}`

/** The share of the tasks that are done, once the tasks have been read, or as the server has counted them. */
function TasksDone({ project_id }: { project_id: number }) {
  const list = useKnownWhole(api.tasks.list, { query: { project: String(project_id) } })
  const counted = useHealth().find(({ project }) => project === project_id)
  const isWhole = list?.next === null && list.previous === null
  const tasks = isWhole ? list.results.length : list && counted?.tasks
  if (!tasks) return null
  const done = isWhole ? list.results.filter(({ status }) => status === 'done').length : (counted?.tasks_done ?? 0)
  const percent = percentDone({ tasks, tasks_done: done })
  const words = `${done} of ${tasks} ${tasks === 1 ? 'task' : 'tasks'} completed`
  return (
    <span className={`fine tabular ${styles.progress}`} title={words}>
      <Progress value={percent} size="sm" w={72} aria-label={words} /> {percent}%
    </span>
  )
}

/** That the project is late or at risk. The details say why in words. */
function Trouble({ project_id }: { project_id: number }) {
  const { state, reason } = useHealth().find(({ project }) => project === project_id) ?? {}
  if (!state || state === 'on_track') return null
  return (
    <span className={styles.trouble} title={reason}>
      <HealthBadge state={state} />
    </span>
  )
}

type Props = { project: Project | undefined; panel: ReturnType<typeof usePanel> }

/** The page's buttons. Until the project is known, only those that need nothing of it can be used. */
export function ProjectActions({ project, panel }: Props) {
  const { role } = useMe()
  return (
    <>
      {project && <Avatars project={project} />}
      {role !== 'tenant_admin' && (
        <Button
          component={Link}
          to={project ? `/chat?project=${project.id}` : '/chat'}
          variant="default"
          size="xs"
          leftSection={<IconMessageCircle size={16} aria-hidden />}
        >
          Chat
        </Button>
      )}
      {role === 'developer' ? null : project ? (
        <Editing project={project} />
      ) : (
        <>
          <Button variant="default" size="xs" disabled>
            Edit Project
          </Button>
          <Button variant="default" size="xs" px="xs" disabled aria-label="More actions">
            <IconDots size={16} aria-hidden />
          </Button>
        </>
      )}
      <Button
        variant={panel.isOpen ? 'light' : 'default'}
        size="xs"
        aria-expanded={panel.isOpen}
        leftSection={<IconLayoutSidebarRight size={16} aria-hidden />}
        onClick={panel.toggle}
      >
        Details
      </Button>
    </>
  )
}

function Editing({ project }: { project: Project }) {
  const { dialog, open, close } = useDialog<true>()
  return (
    <>
      <ReasonedButton variant="default" size="xs" reason={project.is_active ? undefined : inactive} onClick={() => open(true)}>
        Edit Project
      </ReasonedButton>
      <MoreActions key={String(project.is_active)} project={project} />
      <Later of={editProjectDialog} shown={dialog && { project, close }} />
    </>
  )
}

function MoreActions({ project }: { project: Project }) {
  const setActive = useActivation(project)
  const { role } = useMe()
  const button = useSwitcher('menu')
  const [isSaving, setSaving] = useState(false)
  const close = () => {
    setSaving(false)
    button.current?.focus()
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button ref={button} variant="default" size="xs" px="xs" aria-label="More actions" title="More actions">
            <IconDots size={16} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {project.is_active && may(role, api.imports.create) && (
            <Menu.Item
              component={Link}
              to={`${homeOf(role)}/projects/${project.id}/import`}
              leftSection={<IconTableImport size={16} aria-hidden />}
            >
              Import tasks
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconTemplate size={16} aria-hidden />} onClick={() => setSaving(true)}>
            Save as Template…
          </Menu.Item>
          {project.is_active && (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconPlayerPause size={16} />}
              onClick={() => void setActive(false)}
            >
              Deactivate Project
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>{isSaving && <SaveTemplate project={project} close={close} />}</Suspense>
    </>
  )
}

const shownAvatars = 4

const Avatars = ({ project: { members } }: { project: Project }) => (
  <Group
    gap={0}
    wrap="nowrap"
    className={styles.avatars}
    role="img"
    aria-label={members.length === 1 ? '1 member' : `${members.length} members`}
  >
    {members.slice(0, shownAvatars).map(({ id, employee }) => (
      <Initials key={id} id={employee.id} name={employee.full_name} size={26} />
    ))}
    {members.length > shownAvatars && <span className={`fine tabular ${styles.more}`}>+{members.length - shownAvatars}</span>}
  </Group>
)
