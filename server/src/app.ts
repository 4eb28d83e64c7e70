import { api, describeApi, type Endpoint, sockets } from 'contract'
import { assignmentProblems, assignments } from './assignments/assignments.ts'
import { billing } from './billing/billing.ts'
import { capacity } from './capacity/capacity.ts'
import { chat } from './chat/rooms.ts'
import { chatSocket } from './chat/socket.ts'
import { demo } from './demo/look-around.ts'
import { checklistJudges, checklists } from './directory/checklists.ts'
import { directory, directoryJudges } from './directory/directory.ts'
import { documentJudges, documents } from './directory/documents.ts'
import { doctor } from './doctor/system-health.ts'
import { files } from './files/files.ts'
import { uploadProblems, uploads } from './files/uploads.ts'
import { health } from './health/health.ts'
import { progress } from './health/progress.ts'
import { history } from './history/history.ts'
import { hr } from './hr/overview.ts'
import { importProblems, imports } from './imports/imports.ts'
import type { Pools, Services } from './kit/context.ts'
import { mustBeDecided } from './kit/http/permissions.ts'
import { type AllHandlers, type AllJudges, serve } from './kit/http/pipeline.ts'
import { createServer, type LoggerOptions, refuseUnknownCalls, requestCounter } from './kit/http/server.ts'
import { serveSockets, type Timing } from './kit/realtime/server.ts'
import type { SocketHandlers } from './kit/realtime/socket-handler.ts'
import { absences } from './leave/absences.ts'
import { leave, leaveJudges } from './leave/leave.ts'
import { leaveTypeJudges, leaveTypes } from './leave/types.ts'
import { locationJudges, locations } from './locations/locations.ts'
import { notifications } from './notifications/notifications.ts'
import { administratorProblems, administrators } from './people/administrators.ts'
import { auth } from './people/auth.ts'
import { employeeProblems, employees } from './people/employees.ts'
import { newcomers } from './people/newcomers.ts'
import { sessions } from './people/own-sessions.ts'
import { profile } from './people/profile.ts'
import { secondFactor, secondFactorProblems } from './people/second-factor.ts'
import { identify, identifyMany } from './people/sessions.ts'
import { pictures } from './pictures/pictures.ts'
import { keys } from './projects/keys.ts'
import { memberProblems, members } from './projects/members.ts'
import { projectProblems, projects } from './projects/projects.ts'
import { updateProblems, updates } from './projects/updates.ts'
import { viewProblems, views } from './projects/views.ts'
import { openingJudges, openings } from './recruiting/openings.ts'
import { applicationJudges, applications, recruiting, recruitingJudges } from './recruiting/recruiting.ts'
import { references } from './references/references.ts'
import { search } from './search/search.ts'
import { securityLog } from './security-log/security-log.ts'
import { settings, settingsProblems } from './settings/workspace.ts'
import { workspaceData, workspaceDataProblems } from './settings/workspace-data.ts'
import { notificationSocket } from './subscriptions/socket.ts'
import { summary } from './summary/summary.ts'
import { commentProblems, comments } from './tasks/comments.ts'
import { dashboard } from './tasks/dashboard.ts'
import { dependencies, dependencyJudges } from './tasks/dependencies.ts'
import { labelProblems, labels } from './tasks/labels.ts'
import { proposalProblems, proposals } from './tasks/proposals.ts'
import { requests } from './tasks/requests.ts'
import { subtaskProblems, subtasks } from './tasks/subtasks.ts'
import { projectTasks, taskProblems, tasks } from './tasks/tasks.ts'
import { templateJudges, templates } from './templates/templates.ts'
import { tenantFinder } from './tenants/finder.ts'
import { overview } from './tenants/overview.ts'
import { signup, signupProblems } from './tenants/signup.ts'
import { time, timeJudges } from './time/time.ts'

/** Made when it is first asked for, so that no start waits for it. */
let described: ReturnType<typeof describeApi> | undefined
const description: AllHandlers['description'] = { openapi: async () => (described ??= describeApi(api, sockets)) }

/** The only list of handlers: one for each endpoint of the contract. */
const handlers: AllHandlers = {
  auth,
  demo,
  tenants: { ...signup, ...overview },
  settings,
  billing,
  employees,
  administrators,
  newcomers,
  profile,
  pictures,
  assignments,
  projects: { ...projects, tasks: projectTasks },
  keys,
  references,
  members,
  views,
  updates,
  tasks,
  subtasks,
  comments,
  dependencies,
  history,
  templates,
  time,
  uploads,
  files,
  directory,
  documents,
  locations,
  checklists,
  leaveTypes,
  leave,
  absences,
  capacity,
  openings,
  recruiting,
  applications,
  hr,
  imports,
  requests,
  proposals,
  labels,
  dashboard,
  health,
  progress,
  summary,
  notifications,
  chat,
  search,
  description,
  workspaceData,
  securityLog,
  doctor,
  sessions,
  secondFactor,
}

/** The form rules that need the database or today's date, in addition to the schemas. */
const judges: AllJudges = {
  tenants: signupProblems,
  settings: settingsProblems,
  employees: employeeProblems,
  administrators: administratorProblems,
  secondFactor: secondFactorProblems,
  assignments: assignmentProblems,
  projects: projectProblems,
  members: memberProblems,
  views: viewProblems,
  updates: updateProblems,
  tasks: taskProblems,
  subtasks: subtaskProblems,
  comments: commentProblems,
  dependencies: dependencyJudges,
  templates: templateJudges,
  time: timeJudges,
  imports: importProblems,
  openings: openingJudges,
  recruiting: recruitingJudges,
  applications: applicationJudges,
  proposals: proposalProblems,
  labels: labelProblems,
  workspaceData: workspaceDataProblems,
  uploads: uploadProblems,
  directory: directoryJudges,
  documents: documentJudges,
  locations: locationJudges,
  checklists: checklistJudges,
  leaveTypes: leaveTypeJudges,
  leave: leaveJudges,
}

const socketHandlers: SocketHandlers = { notifications: notificationSocket, chat: chatSocket }

type Options = {
  pools: Pools
  services: Services
  logger?: LoggerOptions
  checkAnswers?: boolean
  timing?: Partial<Timing>
}

/** Creates the API, without pages. */
export async function createApp({ pools, services, logger, checkAnswers = false, timing = {} }: Options) {
  const endpoints = Object.values(api).flatMap((domain) => Object.values(domain) as Endpoint[])
  mustBeDecided([...endpoints, ...Object.values(sockets)].map(({ route }) => route))
  const app = await createServer(services.config, logger)
  const tenantIdOf = tenantFinder(pools)
  const requestsInFlight = requestCounter(app)
  await serveSockets(app, { pools, services, identify, identifyMany, tenantIdOf, timing, requestsInFlight }, socketHandlers)
  const admission = serve(app, { pools, services, identify, tenantIdOf, judges, checkAnswers }, handlers)
  refuseUnknownCalls(app)
  return { app, tenantIdOf, admission, figures: { requestsInFlight, waitingForShare: admission.waiting } }
}
