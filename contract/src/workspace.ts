import { z } from 'zod'
import { ruled } from './common.ts'
import { workspace } from './endpoint.ts'
import { choiceProblem, entryRule, lineRule, type TextRule } from './rules.ts'

/** The colours of buttons, links and what is selected. The web app knows their shades, each of which reaches contrast AA. */
export const accents = ['teal', 'blue', 'iris', 'plum', 'rose', 'rust', 'green', 'slate'] as const
export type Accent = (typeof accents)[number]

/** The days on which weeks begin somewhere: 0 is Sunday, 1 Monday, 6 Saturday. */
export const firstDays = [0, 1, 6] as const
export type FirstDay = (typeof firstDays)[number]

export const workspaceMessages = {
  timezone_unknown: 'Choose a time zone of the list.',
  required_or_not: 'Choose whether it is required.',
  second_factor_first: 'Set up a second factor of your own first, in your profile.',
  first_day_unknown: 'Choose Monday, Sunday or Saturday.',
} as const

/** A name such as `Europe/Berlin`, and not an offset such as `+02:00`. */
export function isTimezone(text: string) {
  if (!/^[\w+/-]{1,100}$/.test(text) || /^[+-]/.test(text)) return false
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: text }))
  } catch {
    return false
  }
}

const zone = entryRule()
const timezoneRule: TextRule = {
  ...zone,
  problems: (text) => {
    const problems = zone.problems(text)
    return problems.length || isTimezone(text) ? problems : [workspaceMessages.timezone_unknown]
  },
}

export const workspaceRules = { name: lineRule(), timezone: timezoneRule }

export const FirstDayOfWeek = z.literal(firstDays, workspaceMessages.first_day_unknown)

/** `subdomain` is where the workspace is found. It never changes. */
export const Workspace = z.object({
  name: z.string(),
  subdomain: z.string(),
  timezone: z.string(),
  first_day: FirstDayOfWeek,
  accent: z.enum(accents),
  /** True if everybody has to have a second factor. */
  requires_second_factor: z.boolean(),
})
export type Workspace = z.output<typeof Workspace>

export const WorkspaceChange = z
  .object({
    name: ruled(workspaceRules.name),
    timezone: ruled(workspaceRules.timezone),
    first_day: FirstDayOfWeek,
    accent: z.enum(accents, { error: ({ input }) => choiceProblem(accents, input) }),
    requires_second_factor: z.boolean(workspaceMessages.required_or_not),
  })
  .partial()
export type WorkspaceChange = z.output<typeof WorkspaceChange>

/** The settings of a workspace. What everybody needs of them is in `GET /api/me/`, too. */
export const settings = {
  get: workspace({ route: 'GET /api/workspace/', models: ['me'], access: ['tenant_admin'], returns: Workspace }),
  update: workspace({
    route: 'PATCH /api/workspace/',
    access: ['tenant_admin'],
    not_in_demo: true,
    body: WorkspaceChange,
    returns: Workspace,
  }),
}
