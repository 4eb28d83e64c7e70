import type { Icon } from '@tabler/icons-react'
import {
  IconAlertTriangleFilled,
  IconChevronDown,
  IconChevronUp,
  IconCircle,
  IconCircleCheck,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleHalf2,
  IconClipboardList,
  IconClockExclamation,
  IconCode,
  IconCrown,
  IconEqual,
  IconHeartHandshake,
  IconHelpCircle,
  IconPlayerPauseFilled,
  IconShieldHalfFilled,
  IconTrendingDown,
} from '@tabler/icons-react'
import { type HealthState, type Priority, type ProjectStatus, type Recurrence, type Role, roleNames, type Status } from 'contract'
import styles from './badges.module.css'

type Look = { name: string; tone: 'plain' | 'blue' | 'green' | 'yellow' | 'red' | 'teal'; Icon: Icon }

const projectStatuses: Record<string, Look> = {
  planning: { name: 'Planning', tone: 'plain', Icon: IconCircleDashed },
  in_progress: { name: 'In Progress', tone: 'blue', Icon: IconCircleHalf2 },
  completed: { name: 'Completed', tone: 'green', Icon: IconCircleCheckFilled },
  on_hold: { name: 'On Hold', tone: 'yellow', Icon: IconPlayerPauseFilled },
} satisfies Record<ProjectStatus, Look>

const taskStatuses: Record<string, Look> = {
  todo: { name: 'To Do', tone: 'plain', Icon: IconCircle },
  in_progress: { name: 'In Progress', tone: 'blue', Icon: IconCircleHalf2 },
  done: { name: 'Done', tone: 'green', Icon: IconCircleCheckFilled },
} satisfies Record<Status, Look>

const healthStates: Record<HealthState, Look> = {
  on_track: { name: 'On track', tone: 'plain', Icon: IconCircleCheck },
  at_risk: { name: 'At risk', tone: 'yellow', Icon: IconTrendingDown },
  late: { name: 'Late', tone: 'red', Icon: IconClockExclamation },
}

const priorities: Record<string, Look> = {
  low: { name: 'Low', tone: 'plain', Icon: IconChevronDown },
  medium: { name: 'Medium', tone: 'yellow', Icon: IconEqual },
  high: { name: 'High', tone: 'red', Icon: IconChevronUp },
} satisfies Record<Priority, Look>

const recurrenceNames: Record<Recurrence, string> = {
  daily: 'Every day',
  weekdays: 'Every weekday',
  weekly: 'Every week',
  monthly: 'Every month',
}

const roleLooks: Record<Role, Omit<Look, 'name'>> = {
  super_admin: { tone: 'yellow', Icon: IconCrown },
  tenant_admin: { tone: 'teal', Icon: IconShieldHalfFilled },
  project_manager: { tone: 'blue', Icon: IconClipboardList },
  hr: { tone: 'red', Icon: IconHeartHandshake },
  developer: { tone: 'plain', Icon: IconCode },
}

const findings = {
  passed: { name: 'Passed', tone: 'green', Icon: IconCircleCheckFilled },
  failed: { name: 'Failed', tone: 'red', Icon: IconAlertTriangleFilled },
} satisfies Record<string, Look>

const unknown: Look = { name: 'Unknown', tone: 'plain', Icon: IconHelpCircle }

const Mark = ({ look: { name, tone, Icon } }: { look: Look }) => (
  <span className={styles.mark} data-tone={tone}>
    <Icon size={14} stroke={2.25} aria-hidden />
    {name}
  </span>
)

export const ProjectStatusBadge = ({ status }: { status: string }) => <Mark look={projectStatuses[status] ?? unknown} />
export const TaskStatusBadge = ({ status }: { status: string }) => <Mark look={taskStatuses[status] ?? unknown} />
/** The sign of a status in a line of text, which has to name it in words as well. */
export function TaskStatusIcon({ status }: { status: string }) {
  const { Icon } = taskStatuses[status] ?? unknown
  return <Icon size={14} stroke={2.25} aria-hidden />
}
export const statusNameOf = (status: string) => (taskStatuses[status] ?? unknown).name
export const PriorityBadge = ({ priority }: { priority: string }) => <Mark look={priorities[priority] ?? unknown} />
export const HealthBadge = ({ state }: { state: HealthState }) => <Mark look={healthStates[state]} />
export const FindingBadge = ({ passed }: { passed: boolean }) => <Mark look={passed ? findings.passed : findings.failed} />
export const RoleBadge = ({ role }: { role: Role }) => <Mark look={{ ...roleLooks[role], name: roleNames[role] }} />

/** The options of a select, named as on the badges. */
const optionsOf = (looks: Record<string, Look>) => Object.entries(looks).map(([value, { name }]) => ({ value, label: name }))
export const projectStatusOptions = optionsOf(projectStatuses)
export const taskStatusOptions = optionsOf(taskStatuses)
export const healthStateOptions = optionsOf(healthStates)
export const priorityOptions = optionsOf(priorities)
/** The recurrences of a task. The first option is none. */
export const recurrenceOptions = [
  { value: '', label: 'Never' },
  ...Object.entries(recurrenceNames).map(([value, label]) => ({ value, label })),
]
/** `Repeats every week`. */
export const recurrenceWords = (recurrence: Recurrence) => `Repeats ${recurrenceNames[recurrence].toLowerCase()}`
