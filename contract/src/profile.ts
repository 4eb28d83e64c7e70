import { z } from 'zod'
import { strongPassword } from './auth.ts'
import { Detail, id, ruled, secret, timestamp } from './common.ts'
import { employeeRules } from './employees.ts'
import { everywhere } from './endpoint.ts'
import { roles } from './roles.ts'

/** A person's own profile. They can change their full name; the tenant admin manages the rest. */
export const Profile = z.object({
  id,
  full_name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  job_title: z.string(),
  department: z.string(),
  date_joined: timestamp,
})
export type Profile = z.output<typeof Profile>

export const ProfileForm = z.object({ full_name: ruled(employeeRules.full_name) })
export const PasswordChange = z.object({ old_password: secret, new_password: ruled(strongPassword) })

export const profile = {
  get: everywhere({ route: 'GET /api/profile/', access: 'signed_in', returns: Profile }),
  update: everywhere({
    route: 'PUT /api/profile/',
    access: 'signed_in',
    not_in_demo: true,
    body: ProfileForm,
    returns: Profile,
  }),
  /** Also ends every other session of the person. */
  changePassword: everywhere({
    route: 'POST /api/password/change/',
    access: 'signed_in',
    not_in_demo: true,
    new_password: 'new_password',
    body: PasswordChange,
    returns: Detail,
  }),
}
