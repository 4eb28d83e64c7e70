/** The pages of the administrator's five tools. */
export const toolPages = {
  employees: '/tenant_admin/employees',
  projects: '/tenant_admin/projects',
  reassign: '/tenant_admin/reassign',
  labels: '/tenant_admin/labels',
  history: '/tenant_admin/history',
}
