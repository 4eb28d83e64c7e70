import type { Employee } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'

export const emailTaken = { email: ['An employee with this email already exists.'] as [string] }

export const fields = [
  'id',
  'full_name',
  'email',
  'role',
  'job_title',
  'department',
  'is_active',
  'accepted_at',
  'date_joined',
  'has_second_factor',
  'undeliverable_at',
] as const

type Row = Omit<Employee, 'role' | 'invitation_status' | 'is_undeliverable'> & {
  role: string
  accepted_at: string | null
  undeliverable_at: string | null
}

/** When the latest invitation link expires. */
export const invitationExpiry = ({ tenant }: Ctx) =>
  sql<string | null>`case when accepted_at is null then (
    select max(expires_at) from password_links
    where password_links.tenant_id = ${tenant.id} and person_id = people.id and purpose = 'invitation' and ended_at is null
  ) end`.as('invitation_expires_at')

export const asEmployee = ({ accepted_at, undeliverable_at, ...person }: Row) =>
  ({
    ...person,
    invitation_status: accepted_at ? 'accepted' : 'pending',
    is_undeliverable: undeliverable_at !== null,
  }) as Employee
