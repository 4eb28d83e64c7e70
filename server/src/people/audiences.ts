import { workspaceRoles } from 'contract'

/** The administrators, and what they read of the people of their workspace. */
export const staff = { roles: ['tenant_admin'], models: ['employees', 'assignments'] } as const

/** Everybody, and the directory of the people. */
export const listed = { roles: workspaceRoles, models: ['directory'] } as const

/** Everybody, and nearly all that they read, because names appear almost everywhere. */
export const wherePeopleAppear = {
  roles: workspaceRoles,
  models: [
    'projects',
    'work',
    'developers',
    'employees',
    'assignments',
    'rooms',
    'views',
    'health',
    'updates',
    'proposals',
    'imports',
    'time',
    'directory',
    'records',
    'checklists',
    'leave',
    'recruiting',
  ],
} as const
