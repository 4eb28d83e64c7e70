import { assignments } from './assignments.ts'
import { auth } from './auth.ts'
import { billing } from './billing.ts'
import { chat } from './chat.ts'
import { dashboard } from './dashboard.ts'
import { description } from './description.ts'
import { employees } from './employees.ts'
import { labels } from './labels.ts'
import { members } from './members.ts'
import { notifications } from './notifications.ts'
import { profile } from './profile.ts'
import { projects } from './projects.ts'
import { comments, subtasks, tasks } from './tasks.ts'
import { tenants } from './tenants.ts'

/** Every call of the API. The server serves all of them, and nothing else. */
export const api = {
  auth,
  tenants,
  billing,
  employees,
  profile,
  assignments,
  projects,
  members,
  tasks,
  subtasks,
  comments,
  labels,
  dashboard,
  notifications,
  chat,
  description,
}
export type Api = typeof api

export * from './assignments.ts'
export * from './auth.ts'
export * from './billing.ts'
export * from './chat.ts'
export * from './common.ts'
export * from './dashboard.ts'
export * from './employees.ts'
export * from './endpoint.ts'
export * from './labels.ts'
export * from './live.ts'
export * from './members.ts'
export * from './notifications.ts'
export * from './openapi.ts'
export * from './profile.ts'
export * from './projects.ts'
export * from './roles.ts'
export * from './rules.ts'
export * from './tasks.ts'
export * from './tenants.ts'
