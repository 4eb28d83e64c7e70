import { z } from 'zod'
import { newPassword, signupPasswordRules } from './auth.ts'
import { Detail, email, optionalText, text } from './common.ts'
import { platform } from './endpoint.ts'

export const reservedSubdomains = [
  'www',
  'api',
  'app',
  'admin',
  'mail',
  'smtp',
  'ftp',
  'static',
  'assets',
  'cdn',
  'support',
  'help',
  'status',
  'blog',
  'docs',
  'billing',
  'super-admin',
  'localhost',
]

/** 3 to 63 letters, digits and single hyphens, with a letter or digit at both ends. */
export const isSubdomain = (value: string) => /^[a-z0-9](?:-?[a-z0-9])*$/.test(value) && value.length >= 3 && value.length <= 63

export const isReserved = (subdomain: string) => reservedSubdomains.includes(subdomain)

/** The code that is mailed at sign-up. */
export const code = {
  digits: 6,
  valid_minutes: 10,
  cooldown_seconds: 60,
  sends_per_hour: 3,
  attempts: 5,
  /** How long a verified address may be used by the browser that verified it. */
  verified_minutes: 30,
} as const

export const trialDays = 30

export const tenants = {
  checkAvailability: platform({
    route: 'POST /api/tenants/check-availability/',
    access: 'public',
    body: z.object({ subdomain: optionalText({ max: 255 }).default(''), tenant_name: optionalText({ max: 255 }).default('') }),
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
    body: z.object({ email, otp: text().regex(/^\d{6}$/, 'Enter 6-digit code') }),
    returns: Detail,
  }),
  signup: platform({
    route: 'POST /api/tenants/signup/',
    access: 'public',
    status: 201,
    body: z.object({
      tenant_name: text(),
      domain_url: text({ max: 320 }).toLowerCase(),
      email,
      password: newPassword(signupPasswordRules),
      full_name: text(),
      timezone: z.string().regex(/^[\w+/-]{1,100}$/).catch('UTC').default('UTC'),
    }),
    returns: Detail.extend({ tenant: z.object({ name: z.string(), subdomain: z.string() }), login_url: z.string() }),
  }),
}
