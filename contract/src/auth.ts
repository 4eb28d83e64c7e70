import { z } from 'zod'
import { Detail, date, email, id, optionalEntry, ruled, secret } from './common.ts'
import { everywhere } from './endpoint.ts'
import { roles } from './roles.ts'
import { brokenRules, emailOf, entryRule, type Format, required, secretRule, type TextRule } from './rules.ts'
import { accents, FirstDayOfWeek } from './workspace.ts'

/** The session's person. `employee` is null and `tenant` absent for a super admin. */
export const Me = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** Whether this administrator owns the workspace. */
  is_owner: z.boolean(),
  /** They have to set up a second factor before anything else. */
  must_set_up_second_factor: z.literal(true).optional(),
  employee: z.object({ id, job_title: z.string(), department: z.string() }).nullable(),
  /** `open_until` is the last day of the trial or of the paid time. */
  tenant: z
    .object({
      name: z.string(),
      subdomain: z.string(),
      timezone: z.string(),
      on_trial: z.boolean(),
      open_until: date.nullable(),
      is_open: z.boolean(),
      /** Strangers share this workspace. */
      is_public_demo: z.literal(true).optional(),
      first_day: FirstDayOfWeek,
      accent: z.enum(accents),
    })
    .optional(),
})
export type Me = z.output<typeof Me>

/** The rules of a new password, each with the message that is shown while it is not met. */
export const signupPasswordRules = [
  { pattern: /^.{8,}$/su, message: 'At least 8 characters' },
  { pattern: /[A-Z]/, message: 'One uppercase letter' },
  { pattern: /[a-z]/, message: 'One lowercase letter' },
  { pattern: /[0-9]/, message: 'One number' },
] as const

export const passwordRules = [
  { pattern: /^.{8,}$/su, message: 'Password must be at least 8 characters long.' },
  { pattern: /[A-Z]/, message: 'Password must include at least one uppercase letter.' },
  { pattern: /[a-z]/, message: 'Password must include at least one lowercase letter.' },
  { pattern: /[0-9]/, message: 'Password must include at least one digit.' },
  { pattern: /[^A-Za-z0-9\s]/, message: 'Password must include at least one special character.' },
] as const

/** A new password: one message for each broken rule. An empty one is missing, and breaks none. */
const newPassword = (formats: readonly Format[]): TextRule => ({
  ...secretRule,
  // As it is hashed, so that a letter counts once however it was typed.
  clean: (password) => password.normalize('NFC'),
  problems: (password) => (password ? [...secretRule.problems(password), ...brokenRules(formats, password)] : [required]),
})
export const signupPassword = newPassword(signupPasswordRules)
export const strongPassword = newPassword(passwordRules)

export const passwordsDiffer = 'Passwords do not match.'

/** What a person logs in with. Any text will do: it is compared, not kept. */
export const loginRules = { email: { ...entryRule({ max: 254 }), clean: emailOf }, password: secretRule }

/** The parts of a mailed link. */
const link = z.object({ uidb64: optionalEntry({ max: 1000 }).default(''), token: optionalEntry({ max: 1000 }).default('') })

export const auth = {
  token: everywhere({
    route: 'POST /api/token/',
    access: 'public',
    even_unpaid: true,
    body: z.object({ email: ruled(loginRules.email).toLowerCase(), password: secret }),
    returns: Me,
  }),
  me: everywhere({
    route: 'GET /api/me/',
    models: ['me'],
    access: 'signed_in',
    even_unpaid: true,
    even_without_second_factor: true,
    returns: Me,
  }),
  refresh: everywhere({ route: 'POST /api/token/refresh/', access: 'public', even_unpaid: true, returns: Detail }),
  logout: everywhere({ route: 'POST /api/logout/', access: 'public', even_unpaid: true, even_blocked: true, returns: Detail }),
  /** Returns the address of the person whose password a link sets, for password managers. */
  linkAddress: everywhere({
    route: 'POST /api/set-password/address/',
    access: 'public',
    even_unpaid: true,
    not_in_demo: true,
    body: link,
    returns: z.object({ email: z.string() }),
  }),
  setPassword: everywhere({
    route: 'POST /api/set-password/',
    access: 'public',
    even_unpaid: true,
    not_in_demo: true,
    // The handler checks the password's rules, because it must check the link first.
    body: link.extend({ new_password: secret }),
    returns: Detail,
  }),
  forgotPassword: everywhere({
    route: 'POST /api/password/forgot/',
    access: 'public',
    even_unpaid: true,
    not_in_demo: true,
    body: z.object({ email }),
    returns: Detail,
  }),
}
