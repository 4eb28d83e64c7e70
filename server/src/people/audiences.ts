import { workspaceRoles } from 'contract'

/** What administrators read of the people of their workspace. */
export const staff = { roles: ['tenant_admin'], models: ['employees', 'assignments'] } as const

/** Nearly everything, because names appear almost everywhere. */
export const wherePeopleAppear = {
  roles: workspaceRoles,
  models: ['projects', 'work', 'developers', 'employees', 'assignments', 'rooms'],
} as const
