// The text and the link of each kind of notification. The callers decide who receives it.
import { countedWork, durationInWords, type HealthState, type Status } from 'contract'
import { dayInWords } from '../tenants/dates.ts'

const statusNames: Record<Status, string> = { todo: 'To Do', in_progress: 'In Progress', done: 'Done' }
const stateNames: Record<HealthState, string> = { on_track: 'on track', at_risk: 'at risk', late: 'late' }
const maxNamed = 10

/** A page that everybody who sees the task may open. */
const taskPage = (id: number) => `/project_manager/tasks/${id}`

/** A task or subtask. The key is empty while it has no number. */
export type Titled = { key: string; title: string }
type WorkInWords = { tasks: readonly Titled[]; subtasks: readonly Titled[] }

const quoted = (name: string) => `“${name}”`
/** WEB-42 “Title” */
const titled = ({ key, title }: Titled) => (key ? `${key} ${quoted(title)}` : quoted(title))

/** “One”, “Two” and “Three”, with the rest as a number. */
function listed(all: readonly string[]) {
  const named = all.slice(0, maxNamed)
  const rest = all.length - named.length
  const last = rest ? `${rest} more` : named.pop()
  return named.length ? `${named.join(', ')} and ${last}` : last
}

const named = (kind: 'task' | 'subtask', work: readonly Titled[]) =>
  work.length ? [`the ${work.length === 1 ? kind : `${kind}s`} ${listed(work.map(titled))}`] : []
const subtasks = (work: readonly Titled[]) => named('subtask', work)
/** the task “One” and the subtasks “Two” and “Three” */
const inWords = ({ tasks, subtasks }: WorkInWords) => [...named('task', tasks), ...named('subtask', subtasks)].join(' and ')
const projects = (names: readonly string[]) => `the ${names.length === 1 ? 'project' : 'projects'} ${listed(names.map(quoted))}`

type Named = { id: number; name: string }

// For a project manager.

export const developerAssigned = (developer: string) => ({
  message: `${developer} has been assigned to you.`,
  link: '/project_manager',
})
export const developersAssigned = (count: number) => ({
  message: `${count} developers have been assigned to you.`,
  link: '/project_manager',
})
export const developerTaken = (developer: string) => ({
  message: `${developer} is no longer assigned to you.`,
  link: '/project_manager',
})
export const projectGiven = (by: string, { id, name }: Named) => ({
  message: `${by} made you the project manager of “${name}”.`,
  link: `/project_manager/projects/${id}`,
})
export const projectTaken = (by: string, project: string, manager: string) => ({
  message: `${by} made ${manager} the project manager of “${project}” in your place.`,
  link: '/project_manager',
})
/** `project_id` is absent if the subtasks are in several projects. */
export const reassignmentBlocked = (developer: string, work: readonly Titled[], project_id?: number) => ({
  message: `${developer} is to leave your team. Please give ${subtasks(work)} to somebody else first.`,
  link: project_id ? `/project_manager/projects/${project_id}` : '/project_manager',
})
export const statusChanged = (
  developer: string,
  { task_id, status, ...subtask }: Titled & { task_id: number; status: Status },
) => ({
  message: `${developer} set ${titled(subtask)} to ${statusNames[status]}.`,
  link: taskPage(task_id),
})

export const subtaskRequested = (
  developer: string,
  { task_id, project, ...subtask }: Titled & { task_id: number; project: string },
) => ({
  message: `${developer} asks for ${titled(subtask)} in “${project}”.`,
  link: taskPage(task_id),
})
export const subtaskProposed = (developer: string, title: string, { id, name }: Named) => ({
  message: `${developer} proposes the subtask “${title}” in “${name}”.`,
  link: `/project_manager/projects/${id}`,
})

// For a project manager and developers.

export const commented = (author: string, task: Titled & { id: number }) => ({
  message: `${author} commented on ${titled(task)}.`,
  link: taskPage(task.id),
})

/** `week` is a Monday. For who decides: the project manager, or an administrator. */
export const weekSubmitted = (
  person: string,
  { week, projects: names, minutes }: { week: string; projects: readonly string[]; minutes: number },
) => ({
  message: `${person} submitted ${durationInWords(minutes)} of the week of ${dayInWords(week)} in ${projects(names)}.`,
  link: '/time/approvals',
})
type Decided = { week: string; project: string; reason: string }
export const weekApproved = (by: string, { week, project }: Decided) => ({
  message: `${by} approved your week of ${dayInWords(week)} in ${quoted(project)}.`,
  link: `/time?week=${week}`,
})
export const weekReturned = (by: string, { week, project, reason }: Decided) => ({
  message: `${by} returned your week of ${dayInWords(week)} in ${quoted(project)}: ${reason}`,
  link: `/time?week=${week}`,
})

/** For whoever has the work, or the project manager. */
export const unblocked = (blocker: Titled, { task_id, ...work }: Titled & { task_id: number }) => ({
  message: `${titled(blocker)} is done: ${titled(work)} waits for nothing else.`,
  link: taskPage(task_id),
})

// For everybody who sees a project.

/** The page on which each role sees the project. */
export const projectPages = (id: number) => ({
  tenant_admin: `/tenant_admin/projects/${id}`,
  project_manager: `/project_manager/projects/${id}`,
  developer: `/developer/projects/${id}`,
})
export const updatePosted = (author: string, project: string, state: HealthState) =>
  `${author} posted an update: “${project}” is ${stateNames[state]}.`

// For the person whom a checklist or a document is about, whom they report to, and HR.

const personPage = (id: number) => `/people/${id}`
/** Without `about`, the person's own. */
export const checklistBegun = (person_id: number, { name, items, about }: { name: string; items: number; about?: string }) => ({
  message: `${quoted(name)}${about === undefined ? '' : ` for ${about}`} has ${items === 1 ? 'something' : `${items} things`} for you to do.`,
  link: personPage(person_id),
})
/** Without `owner`, the person's own. `day` is the last day on which it is valid. It never says what the document is. */
export const documentExpires = (person_id: number, { day, owner }: { day: string; owner?: string }) => ({
  message: `${owner === undefined ? 'A document of yours' : `A document of ${owner}`} expires on ${dayInWords(day)}.`,
  link: personPage(person_id),
})

// For those whom a text mentions.

export const mentionedInComment = (author: string, { comment_id, ...task }: Titled & { id: number; comment_id: number }) => ({
  message: `${author} mentioned you in a comment on ${titled(task)}.`,
  link: `${taskPage(task.id)}#comment-${comment_id}`,
})
/** In the description of a task or subtask. */
export const mentionedInWork = (author: string, { task_id, ...work }: Titled & { task_id: number }) => ({
  message: `${author} mentioned you in ${titled(work)}.`,
  link: taskPage(task_id),
})
export const mentionedInProject = (author: string, { id, name }: Named) => ({
  message: `${author} mentioned you in the project ${quoted(name)}.`,
  link: projectPages(id),
})
export const mentionedInUpdate = (author: string, { id, name }: Named) => ({
  message: `${author} mentioned you in an update of ${quoted(name)}.`,
  link: projectPages(id),
})
/** A room of two people has no project. */
export const mentionedInChat = (
  author: string,
  { id, project_name, message_id }: { id: number; project_name: string | null; message_id: number },
) => ({
  message: `${author} mentioned you in ${project_name === null ? 'a chat message' : `the chat ${quoted(project_name)}`}.`,
  link: `/chat/${id}?message=${message_id}`,
})

// For a developer.

export const workAssigned = (by: string, work: WorkInWords, project: string) => ({
  message: `${by} assigned you ${inWords(work)} in “${project}”.`,
  link: '/developer',
})
export const workTaken = (by: string, work: WorkInWords, project: string) => ({
  message: `${by} took ${inWords(work)} in “${project}” from you.`,
  link: '/developer',
})

export const workImported = (by: string, count: number, project: string) => ({
  message: `${by} imported ${count} ${count === 1 ? 'task that is' : 'tasks that are'} assigned to you into “${project}”.`,
  link: '/developer',
})

export const proposalDeclined = (by: string, title: string, project: string) => ({
  message: `${by} declined your proposal “${title}” in “${project}”.`,
  link: '/developer',
})

export const addedToProject = (by: string, project: string) => ({
  message: `${by} added you to ${projects([project])}.`,
  link: '/developer',
})
export const removedFromProjects = (by: string, names: readonly string[]) => ({
  message: `${by} removed you from ${projects(names)}.`,
  link: '/developer',
})

// About leave. None of them tells its type, note or documents.

const leavePage = (id: number) => `/leave/${id}`
/** `period` is in words, as in all of these. */
export const leaveRequested = (person: string, { id, period }: { id: number; period: string }) => ({
  message: `${person} asks for leave: ${period}.`,
  link: leavePage(id),
})
/** Leave that needs no approval. */
export const leaveTold = (person: string, { id, period }: { id: number; period: string }) => ({
  message: `${person} is away: ${period}.`,
  link: leavePage(id),
})
export const leaveEntered = (by: string, { id, period }: { id: number; period: string }) => ({
  message: `${by} entered leave for you: ${period}.`,
  link: leavePage(id),
})
export const leaveDecided = (by: string, { id, period, is_approved }: { id: number; period: string; is_approved: boolean }) => ({
  message: `${by} ${is_approved ? 'approved' : 'declined'} your leave: ${period}.`,
  link: leavePage(id),
})
/** `of` is the person; null if it is that of the one who is told. */
export const leaveCancelled = (by: string, { id, period, of }: { id: number; period: string; of: string | null }) => ({
  message: `${by} cancelled ${of === null ? 'your leave' : of === by ? 'their leave' : `the leave of ${of}`}: ${period}.`,
  link: leavePage(id),
})

type Away = { person: string; period: string; project: Named & { tasks: number; subtasks: number } }
/** For the manager of a project in which the person has work that is due meanwhile. */
export const awayDuringWork = ({ person, period, project: { id, name, ...work } }: Away) => ({
  message: `${person} is away: ${period}. ${countedWork(work)} in “${name}” ${work.tasks + work.subtasks === 1 ? 'is' : 'are'} due then.`,
  link: `/project_manager/projects/${id}`,
})

// For the tenant admins.

export const invitationAccepted = (person: string) => ({ message: `${person} accepted the invitation.`, link: '/tenant_admin' })
/** For the person who invited them. */
export const invitationRefused = ({ full_name, role }: { full_name: string; role: string }) => ({
  message: `The invitation to ${full_name} could not be delivered. Correct the address, and it is sent again.`,
  link: role === 'tenant_admin' ? administratorsPage : '/tenant_admin/employees?invitation=pending',
})
const administratorsPage = '/tenant_admin/settings'
export const administratorInvited = (by: string, person: string) => ({
  message: `${by} invited ${person} as an administrator.`,
  link: administratorsPage,
})
/** `person` may be “you”. */
export const administratorMade = (by: string, person: string) => ({
  message: `${by} made ${person} an administrator.`,
  link: administratorsPage,
})
export const administratorDeleted = (by: string, person: string) => ({
  message: `${by} deleted the administrator ${person}.`,
  link: administratorsPage,
})
export const administratorSteppedDown = (person: string) => ({
  message: `${person} is no longer an administrator.`,
  link: administratorsPage,
})
/** `person` may be “you”. */
export const ownerMade = (by: string, person: string) => ({
  message: `${by} made ${person} the owner of this workspace.`,
  link: administratorsPage,
})
/** Leads to the developers who have no project manager, if there are any, else to a new one's form. */
export const developersWanted = ({ id, name }: Named, { isOneFree }: { isOneFree: boolean }) => ({
  message: `${name} has no developers and asks you for some.`,
  link: isOneFree ? '/tenant_admin/reassign' : `/tenant_admin/employees?add=developer&manager=${id}`,
})
export const projectCreated = (manager: string, { id, name }: Named) => ({
  message: `${manager} created the project “${name}”.`,
  link: `/tenant_admin/projects/${id}`,
})
export const projectCompleted = (manager: string, { id, name }: Named) => ({
  message: `${manager} completed the project “${name}”.`,
  link: `/tenant_admin/projects/${id}`,
})

// For a former administrator.

export const roleGiven = (by: string, role: string) => ({ message: `${by} changed your role to ${role}.` })

// For HR: others give or change access to what only HR reads.

type HrAccount = { id: number; full_name: string; hasPassword: boolean }
export const hrAccountAdded = (by: string, { id, full_name, hasPassword }: HrAccount) => ({
  message: `${by} added ${full_name} to HR${hasPassword ? ', and chose the password' : ''}.`,
  link: personPage(id),
})
const hrAccountChanges = {
  role: (by: string, whom: string) => `${by} gave ${whom} the role HR.`,
  address: (by: string, whom: string) => `${by} changed the address of ${whom}, to which the invitation to HR goes.`,
  link: (by: string, whom: string) => `${by} copied the link by which ${whom} can set a password for HR.`,
  second_factor: (by: string, whom: string) => `${by} reset the second factor of ${whom}, in HR.`,
}
export type HrAccountChange = keyof typeof hrAccountChanges
/** `full_name` is null for the person themself. */
export const hrAccountChanged = (
  by: string,
  { id, full_name, change }: { id: number; full_name: string | null; change: HrAccountChange },
) => ({ message: hrAccountChanges[change](by, full_name ?? 'you'), link: personPage(id) })

// About applicants. None of them names one: notifications outlive the data of those whose data is removed.

const applicationPage = (id: number) => `/recruiting/applications/${id}`
/** For the person in HR who wrote it. */
export const mailToApplicantRefused = (id: number) => ({
  message: 'A mail to an applicant could not be delivered.',
  link: applicationPage(id),
})
/** For HR. */
export const applicationReceived = (opening: string, id: number) => ({
  message: `There is a new application for ${quoted(opening)}.`,
  link: applicationPage(id),
})
/** For those who lead an interview. */
export const interviewPlanned = (application_id: number) => ({
  message: 'An interview has been planned with you.',
  link: applicationPage(application_id),
})
export const interviewChanged = (application_id: number) => ({
  message: 'An interview with you has changed.',
  link: applicationPage(application_id),
})
export const interviewCancelled = () => ({ message: 'An interview with you has been cancelled.' })
/** For administrators. */
export const hirePrepared = (by: string) => ({
  message: `${by} asks you to invite somebody who has been hired.`,
  link: '/tenant_admin',
})
/** For HR. */
export const hireConfirmed = (by: string, application_id: number) => ({
  message: `${by} has invited an applicant whom you have hired.`,
  link: applicationPage(application_id),
})
/** The reason is on the page, and goes with the applicant's data. */
export const hireRefused = (by: string, id: number) => ({
  message: `${by} has withdrawn the invitation of an applicant.`,
  link: applicationPage(id),
})
