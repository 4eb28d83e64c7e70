import { z } from 'zod'
import { signupPassword } from './auth.ts'
import {
  choice,
  Detail,
  date,
  email,
  entry,
  filled,
  id,
  idText,
  listOf,
  optionalEntry,
  page,
  ruled,
  timestamp,
} from './common.ts'
import { platform } from './endpoint.ts'
import { codeRule, type Format, lineRule, withFormat } from './rules.ts'
import { workspaceRules } from './workspace.ts'

export const reservedSubdomains =
  'www api app admin mail smtp ftp static assets cdn support help status blog docs billing super-admin localhost'.split(' ')

/** 3 to 63 letters, digits and single hyphens, with a letter or digit at both ends. */
export const isSubdomain = (value: string) => /^[a-z0-9](?:-?[a-z0-9])*$/.test(value) && value.length >= 3 && value.length <= 63

export const isReserved = (subdomain: string) => reservedSubdomains.includes(subdomain)

export const signupRules = { tenant_name: workspaceRules.name, full_name: lineRule() }
export const signupMessages = {
  subdomain_taken: 'Subdomain not available',
  name_taken: 'Organization name already taken',
  email_unverified: 'Please verify your email',
  too_many_attempts: 'Too many attempts. Please resend code.',
} as const

/** What is wrong with a subdomain before the database is asked. */
export function subdomainProblem(subdomain: string) {
  if (!isSubdomain(subdomain)) return 'Invalid subdomain format'
  return isReserved(subdomain) ? signupMessages.subdomain_taken : undefined
}

export const codeFormat: Format = { pattern: /^\d{6}$/, message: 'Enter 6-digit code' }

/** The code that is mailed at sign-up. */
export const code = {
  digits: 6,
  valid_minutes: 10,
  cooldown_seconds: 60,
  sends_per_hour: 3,
  attempts: 5,
  /** How long the browser that verified an address can use it. */
  verified_minutes: 30,
} as const

export const trialDays = 30

/** Invitation mails that a workspace can send in 24 hours. */
export const invitationsPerDay = { on_trial: 50, paid: 500 } as const

/** A tenant as the platform's owner sees it. `schema` is its immutable storage key. `user_count` counts its active people. */
export const TenantSummary = z.object({
  id,
  name: z.string(),
  schema: z.string(),
  subdomain: z.string(),
  on_trial: z.boolean(),
  trial_ends_on: date.nullable(),
  paid_until: date.nullable(),
  is_blocked: z.boolean(),
  user_count: z.number().int(),
  created_at: timestamp,
})
export type TenantSummary = z.output<typeof TenantSummary>

/** The sort keys and the filters of the list of tenants. */
export const tenantSorts = ['name', 'subdomain', 'on_trial', 'paid_until', 'is_blocked', 'user_count'] as const
export const tenantStates = ['on_trial', 'is_blocked'] as const

export const tenants = {
  checkAvailability: platform({
    route: 'POST /api/tenants/check-availability/',
    access: 'public',
    body: z.object({ subdomain: optionalEntry({ max: 255 }).default(''), tenant_name: optionalEntry({ max: 255 }).default('') }),
    returns: z.object({ subdomain_available: z.boolean(), tenant_name_available: z.boolean() }),
  }),
  sendOtp: platform({
    route: 'POST /api/tenants/send-otp/',
    access: 'public',
    body: z.object({ email }),
    returns: Detail.extend({ cooldown_seconds: z.number().int(), sends_left: z.number().int() }),
  }),
  verifyOtp: platform({
    route: 'POST /api/tenants/verify-otp/',
    access: 'public',
    body: z.object({ email, otp: ruled(withFormat(codeRule(), codeFormat)).regex(codeFormat.pattern) }),
    returns: Detail,
  }),
  signup: platform({
    route: 'POST /api/tenants/signup/',
    access: 'public',
    status: 201,
    new_password: 'password',
    body: z.object({
      tenant_name: ruled(signupRules.tenant_name),
      domain_url: entry({ max: 320 }).toLowerCase(),
      email,
      password: ruled(signupPassword),
      full_name: ruled(signupRules.full_name),
      timezone: z
        .string()
        .regex(/^[\w+/-]{1,100}$/)
        .catch('UTC')
        .default('UTC'),
    }),
    returns: Detail.extend({ tenant: z.object({ name: z.string(), subdomain: z.string() }), login_url: z.string() }),
  }),
  list: platform({
    route: 'GET /api/super-admin-dashboard/',
    access: ['super_admin'],
    returns: z.array(TenantSummary),
  }),
  page: platform({
    route: 'GET /api/tenants/',
    access: ['super_admin'],
    query: z.object({
      ...page(50),
      /** Words, each of which must occur in the name, subdomain or storage key. */
      search: optionalEntry({ max: 255 }).optional(),
      state: filled(choice(tenantStates)),
      sort: choice(tenantSorts).default('name'),
      order: choice(['asc', 'desc']).default('asc'),
    }),
    returns: listOf(TenantSummary),
  }),
  toggleBlock: platform({
    route: 'POST /api/toggle-block/:tenant_id/',
    access: ['super_admin'],
    params: z.object({ tenant_id: idText }),
    // The new state, so that a repeated click is harmless. Without it, the state is toggled.
    body: z.object({ is_blocked: z.boolean('Must be true or false.').optional() }),
    returns: TenantSummary,
  }),
}
