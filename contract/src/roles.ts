/** A `super_admin` works on the main domain, the others in one workspace each. */
export const roles = ['super_admin', 'tenant_admin', 'project_manager', 'hr', 'developer'] as const
export type Role = (typeof roles)[number]

export const workspaceRoles = ['tenant_admin', 'project_manager', 'hr', 'developer'] as const

/** The roles that a tenant admin can give to employees. */
export const employeeRoles = ['project_manager', 'hr', 'developer'] as const
export type EmployeeRole = (typeof employeeRoles)[number]

export const roleNames: Record<Role, string> = {
  super_admin: 'Super Admin',
  tenant_admin: 'Tenant Admin',
  project_manager: 'Project Manager',
  hr: 'HR',
  developer: 'Developer',
}

/** The page a person lands on after log-in. */
export const homeOf = (role: Role) => `/${role}`
