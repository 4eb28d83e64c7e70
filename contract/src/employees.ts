import { z } from 'zod'
import { strongPassword } from './auth.ts'
import { choice, Detail, email, filled, id, idText, listOf, Nothing, optionalEntry, page, ruled, timestamp } from './common.ts'
import { workspace } from './endpoint.ts'
import { employeeRoles } from './roles.ts'
import { lineRule } from './rules.ts'

export const departments = [
  'Engineering',
  'Product',
  'Project Management',
  'Operations',
  'IT',
  'HR',
  'People Operations',
  'Talent Acquisition',
  'Learning & Development',
  'R&D',
  'DevOps',
  'Compliance',
] as const

export const invitationStatuses = ['pending', 'accepted'] as const

export const Employee = z.object({
  id,
  full_name: z.string(),
  email: z.string(),
  role: z.enum(employeeRoles),
  job_title: z.string(),
  department: z.string(),
  is_active: z.boolean(),
  invitation_status: z.enum(invitationStatuses),
  /** When the latest invitation link expires. Null once the invitation is accepted. */
  invitation_expires_at: timestamp.nullable(),
  /** The last mail to this address was refused for good. */
  is_undeliverable: z.boolean(),
  has_second_factor: z.boolean(),
  date_joined: timestamp,
})
export type Employee = z.output<typeof Employee>

export const employeeRules = { full_name: lineRule(), job_title: lineRule() }

/** The right address of a person who has not accepted the invitation yet. */
export const CorrectedEmail = z.object({ email })

/** The fields of a person that the tenant admin edits. An update ignores e-mail and password. */
export const EmployeeForm = z.object({
  full_name: ruled(employeeRules.full_name),
  job_title: ruled(employeeRules.job_title),
  department: choice(departments),
  role: choice(employeeRoles),
})

const optionalPassword = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  ruled(strongPassword).optional(),
)

export const NewEmployee = EmployeeForm.extend({
  email,
  password: optionalPassword,
  /** The project manager of a new developer. Others have none. */
  manager: z.preprocess((value) => (value === '' || value === 0 ? null : value), id.nullish()),
})

export const employees = {
  list: workspace({
    route: 'GET /api/employees/',
    models: ['employees'],
    access: ['tenant_admin'],
    query: z.object({
      ...page(100),
      search: optionalEntry({ max: 255 }).optional(),
      role: filled(choice(employeeRoles)),
      invitation_status: choice(invitationStatuses).optional(),
    }),
    returns: listOf(Employee),
  }),
  create: workspace({
    route: 'POST /api/employees/',
    access: ['tenant_admin'],
    not_in_demo: true,
    status: 201,
    new_password: 'password',
    body: NewEmployee,
    returns: Employee,
  }),
  update: workspace({
    route: 'PUT /api/employees/:employee_id/',
    access: ['tenant_admin'],
    not_in_demo: true,
    params: z.object({ employee_id: idText }),
    body: EmployeeForm,
    returns: Employee,
  }),
  remove: workspace({
    route: 'DELETE /api/employees/:employee_id/',
    access: ['tenant_admin'],
    not_in_demo: true,
    status: 204,
    params: z.object({ employee_id: idText }),
    returns: Nothing,
  }),
  resendInvitation: workspace({
    route: 'POST /api/employees/:employee_id/resend-invitation/',
    access: ['tenant_admin'],
    not_in_demo: true,
    params: z.object({ employee_id: idText }),
    returns: Detail,
  }),
  /** Changes the address of a pending invitation, and sends it again. */
  correctEmail: workspace({
    route: 'POST /api/employees/:employee_id/correct-email/',
    access: ['tenant_admin'],
    not_in_demo: true,
    params: z.object({ employee_id: idText }),
    body: CorrectedEmail,
    returns: Employee,
  }),
  invitationLink: workspace({
    route: 'POST /api/employees/:employee_id/invitation-link/',
    access: ['tenant_admin'],
    not_in_demo: true,
    params: z.object({ employee_id: idText }),
    returns: z.object({ link: z.string(), expires_at: timestamp }),
  }),
}
