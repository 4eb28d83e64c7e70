// The people of the demonstration.
export const demoPassword = 'Atrium-demo-1'
export const superAdmin = { email: 'super@atrium.test', full_name: 'Sol Super' }

export const demoPeople = [
  {
    email: 'ann@demo.test',
    full_name: 'Ann Adams',
    role: 'tenant_admin',
    title: 'Tenant Admin',
    job_title: 'Managing Director',
    department: 'Operations',
  },
  {
    email: 'pam@demo.test',
    full_name: 'Pam Porter',
    role: 'project_manager',
    title: 'Project Manager',
    job_title: 'Project Manager',
    department: 'Project Management',
  },
  {
    email: 'dev@demo.test',
    full_name: 'Dev Dalton',
    role: 'developer',
    title: 'Developer',
    job_title: 'Engineer',
    department: 'Engineering',
  },
  {
    email: 'dana@demo.test',
    full_name: 'Dana Reyes',
    role: 'developer',
    title: 'Developer',
    job_title: 'Designer',
    department: 'Product',
  },
  { email: 'hana@demo.test', full_name: 'Hana Hill', role: 'hr', title: 'HR', job_title: 'People Partner', department: 'HR' },
] as const

/** People whom only the living demonstration has. They have no password. */
export const moreDemoPeople = [
  {
    email: 'miles@demo.test',
    full_name: 'Miles Novak',
    role: 'project_manager',
    job_title: 'Project Manager',
    department: 'Product',
  },
  { email: 'bo@demo.test', full_name: 'Bo Carver', role: 'developer', job_title: 'Engineer', department: 'Engineering' },
  { email: 'elif@demo.test', full_name: 'Elif Kaya', role: 'developer', job_title: 'Mobile Engineer', department: 'Engineering' },
  { email: 'jonas@demo.test', full_name: 'Jonas Weber', role: 'developer', job_title: 'Engineer', department: 'DevOps' },
  { email: 'lucia@demo.test', full_name: 'Lucia Marín', role: 'developer', job_title: 'Analyst', department: 'Operations' },
  { email: 'sefa@demo.test', full_name: 'Sefa Tan', role: 'developer', job_title: 'Designer', department: 'Product' },
  { email: 'yuki@demo.test', full_name: 'Yuki Oda', role: 'developer', job_title: 'Engineer', department: 'Engineering' },
] as const
