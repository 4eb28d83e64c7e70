import { absences } from './absences.ts'
import { administrators } from './administrators.ts'
import { applications } from './applications.ts'
import { assignments } from './assignments.ts'
import { auth } from './auth.ts'
import { billing } from './billing.ts'
import { capacity } from './capacity.ts'
import { chat } from './chat.ts'
import { checklists } from './checklists.ts'
import { comments } from './comments.ts'
import { dashboard } from './dashboard.ts'
import { demo } from './demo.ts'
import { dependencies } from './dependencies.ts'
import { description } from './description.ts'
import { directory } from './directory.ts'
import { doctor } from './doctor.ts'
import { documents } from './documents.ts'
import { employees } from './employees.ts'
import { files, uploads } from './files.ts'
import { health } from './health.ts'
import { history } from './history.ts'
import { hr } from './hr.ts'
import { imports } from './imports.ts'
import { keys } from './keys.ts'
import { labels } from './labels.ts'
import { leave } from './leave.ts'
import { leaveTypes } from './leave-types.ts'
import { locations } from './locations.ts'
import { members } from './members.ts'
import { newcomers } from './newcomers.ts'
import { notifications } from './notifications.ts'
import { openings, recruiting } from './openings.ts'
import { pictures } from './pictures.ts'
import { profile } from './profile.ts'
import { progress } from './progress.ts'
import { projects } from './projects.ts'
import { proposals, requests } from './proposals.ts'
import { references } from './references.ts'
import { search } from './search.ts'
import { secondFactor } from './second-factor.ts'
import { securityLog } from './security-log.ts'
import { sessions } from './sessions.ts'
import { summary } from './summary.ts'
import { subtasks, tasks } from './tasks.ts'
import { templates } from './templates.ts'
import { tenants } from './tenants.ts'
import { time } from './time.ts'
import { updates } from './updates.ts'
import { views } from './views.ts'
import { settings } from './workspace.ts'
import { workspaceData } from './workspace-data.ts'

/** Every call of the API. The server serves all of them, and nothing else. */
export const api = {
  auth,
  tenants,
  settings,
  billing,
  employees,
  newcomers,
  administrators,
  profile,
  pictures,
  assignments,
  projects,
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
  demo,
  workspaceData,
  securityLog,
  doctor,
  sessions,
  secondFactor,
}
export type Api = typeof api

export * from './absences.ts'
export * from './administrators.ts'
export * from './applications.ts'
export * from './assignments.ts'
export * from './auth.ts'
export * from './billing.ts'
export * from './capacity.ts'
export * from './chat.ts'
export * from './checklists.ts'
export * from './comments.ts'
export * from './common.ts'
export * from './dashboard.ts'
export * from './dates.ts'
export * from './demo.ts'
export * from './dependencies.ts'
export * from './directory.ts'
export * from './doctor.ts'
export * from './documents.ts'
export * from './employees.ts'
export * from './endpoint.ts'
export * from './files.ts'
export * from './folded.ts'
export * from './health.ts'
export * from './history.ts'
export * from './hr.ts'
export * from './imports.ts'
export * from './keys.ts'
export * from './labels.ts'
export * from './leave.ts'
export * from './leave-ledger.ts'
export * from './leave-types.ts'
export * from './live.ts'
export * from './locations.ts'
export * from './members.ts'
export * from './newcomers.ts'
export * from './notifications.ts'
export * from './openapi.ts'
export * from './openings.ts'
export * from './pictures.ts'
export * from './profile.ts'
export * from './progress.ts'
export * from './projects.ts'
export * from './proposals.ts'
export * from './recurrence.ts'
export * from './references.ts'
export * from './roles.ts'
export * from './rules.ts'
export * from './search.ts'
export * from './second-factor.ts'
export * from './security-log.ts'
export * from './sessions.ts'
export * from './summary.ts'
export * from './tasks.ts'
export * from './templates.ts'
export * from './tenants.ts'
export * from './time.ts'
export * from './updates.ts'
export * from './views.ts'
export * from './workspace.ts'
export * from './workspace-data.ts'
