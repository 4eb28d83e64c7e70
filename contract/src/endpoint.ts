import type { z } from 'zod'
import type { Role } from './roles.ts'

type Fields = z.ZodObject<Record<string, z.ZodType>>

export type Endpoint = {
  /** Path as the specification writes it, with its trailing slash; served without it as well. */
  readonly route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
  /** The main domain, a tenant's subdomain, or both. */
  readonly host: 'platform' | 'workspace' | 'both'
  /**
   * Who gets as far as the handler. A role that sees some of the objects but may never do this to one stands here too: it is
   * told 403 for what it sees and 404 for the rest, by the handler.
   */
  readonly access: 'public' | 'signed_in' | readonly Role[]
  /** What a role without the right is told, where the common words say too little. */
  readonly refusal?: string
  /** Stays open when the trial is over or payment is overdue. */
  readonly even_unpaid?: true
  /** Stays open while the workspace is blocked. */
  readonly even_blocked?: true
  readonly params?: Fields
  readonly query?: Fields
  readonly headers?: Fields
  readonly body?: z.ZodType
  /** The field of the body that is a new password. The server refuses a common one beside what else is wrong with the form. */
  readonly new_password?: string
  /** The body reaches the handler as the text that came, whatever its type. */
  readonly is_raw?: true
  /** The status of a success; 200 where absent. With 204 nothing is returned. */
  readonly status?: 201 | 204
  readonly returns: z.ZodType
}

type Written = Omit<Endpoint, 'host'>
export const workspace = <const E extends Written>(endpoint: E) => ({ ...endpoint, host: 'workspace' }) as const
export const platform = <const E extends Written>(endpoint: E) => ({ ...endpoint, host: 'platform' }) as const
export const everywhere = <const E extends Written>(endpoint: E) => ({ ...endpoint, host: 'both' }) as const

type Part<E, K extends string, Side extends 'sent' | 'received'> = E extends { [P in K]: infer S extends z.ZodType }
  ? { [P in K]: Side extends 'sent' ? z.input<S> : z.output<S> }
  : unknown
type Parts<E, Side extends 'sent' | 'received'> = Part<E, 'params', Side> &
  Part<E, 'query', Side> &
  Part<E, 'headers', Side> &
  Part<E, 'body', Side>

/** What a caller sends. */
export type Args<E extends Endpoint> = Parts<E, 'sent'>
/** What the handler gets, once validated. */
export type Input<E extends Endpoint> = Parts<E, 'received'>
export type Result<E extends Endpoint> = z.output<E['returns']>

/** Whether this role may call this endpoint at all. The server enforces it; the web app hides what it forbids. */
export const may = (role: Role | null, { access }: Pick<Endpoint, 'access'>) =>
  access === 'public' || (role !== null && (access === 'signed_in' || access.includes(role)))
