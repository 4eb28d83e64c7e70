import type { z } from 'zod'
import type { Role } from './roles.ts'

/**
 * The models that an event can invalidate. `work` is tasks with their content, wherever they are listed; `dashboard` is one's own work;
 * `health` is what is computed from all work of a project.
 */
export const readModels = [
  'me',
  'projects',
  'work',
  'dashboard',
  'developers',
  'employees',
  'assignments',
  'labels',
  'views',
  'health',
  'updates',
  'proposals',
  'imports',
  'rooms',
  'inbox',
  'pictures',
  'sessions',
  'templates',
  'time',
  'directory',
  'records',
  'locations',
  'checklists',
  'leave',
  'leave_types',
  'recruiting',
] as const
export type ReadModel = (typeof readModels)[number]

type Fields = z.ZodObject<Record<string, z.ZodType>>

export type Endpoint = {
  /** Method and path as in the specification, with a trailing slash. The path without it works, too. */
  readonly route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
  /** Served on the main domain, a tenant's subdomain, or both. */
  readonly host: 'platform' | 'workspace' | 'both'
  /**
   * Who reaches the handler. This includes roles that see some of the objects but may never perform the call: the handler answers them
   * 403 for what they see and 404 for the rest.
   */
  readonly access: 'public' | 'signed_in' | readonly Role[]
  /** The 403 message for other roles, if the default says too little. */
  readonly refusal?: string
  /** Available even when the trial has ended or payment is overdue. */
  readonly even_unpaid?: true
  /** Available even to somebody who has to set up a second factor first. */
  readonly even_without_second_factor?: true
  /** Available even while the workspace is blocked. */
  readonly even_blocked?: true
  /** Refused in the public demonstration, which strangers share: it would spoil it for the next visitor, or reach other people. */
  readonly not_in_demo?: true
  /** The models that invalidate this read. */
  readonly models?: readonly ReadModel[]
  /** How many seconds old the answer is at least before an event makes the web app read it again: it sums up what changes all the time. */
  readonly min_age?: number
  readonly params?: Fields
  readonly query?: Fields
  readonly headers?: Fields
  /** A form, or `ImageBytes` or `FileBytes` for a file as it is. */
  readonly body?: z.ZodType
  /** The body's field with a new password. The server reports a common one together with the form's other problems. */
  readonly new_password?: string
  /** The size of the largest body, if a form's is too small. Only people who are logged in can send that much. */
  readonly max_bytes?: number
  /** The handler receives the body as unparsed text, whatever its content type. */
  readonly is_raw?: true
  /** The status of a success, 200 by default. With 204, the body is empty. */
  readonly status?: 201 | 204
  readonly returns: z.ZodType
  /**
   * The web app keeps the answer on the person's device, so that its page opens at once. Never for billing, audits, or what only HR or
   * the platform sees. A new read is not kept.
   */
  readonly is_kept_on_device?: true
  /**
   * A request that is repeated with the same `Idempotency-Key` gets the first one's answer and changes nothing. The web app may then keep
   * the change while there is no connection, and send it later.
   */
  readonly is_repeatable?: true
}

type WithoutHost = Omit<Endpoint, 'host'>
export const workspace = <const E extends WithoutHost>(endpoint: E) => ({ ...endpoint, host: 'workspace' }) as const
export const platform = <const E extends WithoutHost>(endpoint: E) => ({ ...endpoint, host: 'platform' }) as const
export const everywhere = <const E extends WithoutHost>(endpoint: E) => ({ ...endpoint, host: 'both' }) as const

type Part<E, K extends string, Side extends 'sent' | 'received'> = E extends { [P in K]: infer S extends z.ZodType }
  ? { [P in K]: Side extends 'sent' ? z.input<S> : z.output<S> }
  : unknown
type Parts<E, Side extends 'sent' | 'received'> = Part<E, 'params', Side> &
  Part<E, 'query', Side> &
  Part<E, 'headers', Side> &
  Part<E, 'body', Side>

/** What a caller sends. */
export type Args<E extends Endpoint> = Parts<E, 'sent'>
/** What the handler gets after validation. */
export type Input<E extends Endpoint> = Parts<E, 'received'>
export type Result<E extends Endpoint> = z.output<E['returns']>

/** Whether this role may call the endpoint. The server enforces it, and the web app hides what is forbidden. */
export const may = (role: Role | null, { access }: Pick<Endpoint, 'access'>) =>
  access === 'public' || (role !== null && (access === 'signed_in' || access.includes(role)))
