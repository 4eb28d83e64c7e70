import { z } from 'zod'
import { choice, Detail, email, id, idText, Nothing, ruled, secret, timestamp } from './common.ts'
import { CorrectedEmail, departments, Employee, employeeRules, invitationStatuses } from './employees.ts'
import { workspace } from './endpoint.ts'
import { employeeRoles } from './roles.ts'

/** An administrator of the workspace. Exactly one of them owns it. */
export const Administrator = z.object({
  id,
  full_name: z.string(),
  email: z.string(),
  is_owner: z.boolean(),
  invitation_status: z.enum(invitationStatuses),
  /** When the latest invitation link expires. Null once the invitation is accepted. */
  invitation_expires_at: timestamp.nullable(),
  /** The last mail to this address was refused for good. */
  is_undeliverable: z.boolean(),
  has_second_factor: z.boolean(),
  date_joined: timestamp,
})
export type Administrator = z.output<typeof Administrator>

export const NewAdministrator = z.object({ full_name: ruled(employeeRules.full_name), email })

/** The role and job of an administrator who steps down. */
export const SteppingDown = z.object({
  role: choice(employeeRoles),
  job_title: ruled(employeeRules.job_title),
  department: choice(departments),
})

const access = ['tenant_admin'] as const
const params = z.object({ administrator_id: idText })

export const administrators = {
  /** The owner comes first, the others by name. */
  list: workspace({ route: 'GET /api/administrators/', models: ['employees'], access, returns: z.array(Administrator) }),
  invite: workspace({
    route: 'POST /api/administrators/',
    access,
    not_in_demo: true,
    status: 201,
    body: NewAdministrator,
    returns: Administrator,
  }),
  /** Makes an employee an administrator, by the rules of a change of role. */
  promote: workspace({
    route: 'POST /api/administrators/promote/',
    access,
    not_in_demo: true,
    body: z.object({ employee: z.preprocess((value) => (value === '' ? null : value), id) }),
    returns: Administrator,
  }),
  /** The person leaves the workspace, like a deleted employee. For the owner. */
  remove: workspace({
    route: 'DELETE /api/administrators/:administrator_id/',
    access,
    not_in_demo: true,
    status: 204,
    params,
    returns: Nothing,
  }),
  /** Makes an administrator an employee. For the owner, and for the person, who is never the owner. */
  stepDown: workspace({
    route: 'POST /api/administrators/:administrator_id/step-down/',
    access,
    not_in_demo: true,
    params,
    body: SteppingDown,
    returns: Employee,
  }),
  /** Transfers the ownership to an administrator who has accepted the invitation. For the owner, with their own password. */
  makeOwner: workspace({
    route: 'POST /api/administrators/:administrator_id/make-owner/',
    access,
    not_in_demo: true,
    params,
    body: z.object({ password: secret }),
    returns: Administrator,
  }),
  resendInvitation: workspace({
    route: 'POST /api/administrators/:administrator_id/resend-invitation/',
    access,
    not_in_demo: true,
    params,
    returns: Detail,
  }),
  /** Changes the address of a pending invitation, and sends it again. */
  correctEmail: workspace({
    route: 'POST /api/administrators/:administrator_id/correct-email/',
    access,
    not_in_demo: true,
    params,
    body: CorrectedEmail,
    returns: Administrator,
  }),
  invitationLink: workspace({
    route: 'POST /api/administrators/:administrator_id/invitation-link/',
    access,
    not_in_demo: true,
    params,
    returns: z.object({ link: z.string(), expires_at: timestamp }),
  }),
}
