// What every handler is given. Types only, so that any folder of the kit may import them.
import type { Me } from 'contract'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Db } from './db/db.ts'
import type { Jobs } from './jobs.ts'
import type { Channels } from './realtime/channels.ts'
import type { Limits } from './security/limits.ts'
import type { Tokens } from './security/tokens.ts'

/** The workspace of a request, or the platform (id 0), with its state at this moment. */
export type Tenant = {
  id: number
  name: string
  subdomain: string
  timezone: string
  /** Today there, `YYYY-MM-DD`. */
  today: string
  is_blocked: boolean
  /** On trial or paid for. */
  is_open: boolean
  on_trial: boolean
  /** The last day of the trial or of the paid time, `YYYY-MM-DD`. */
  open_until: string | null
}

/** What all of the server shares. */
export type Services = {
  config: Config
  tokens: Tokens
  limits: Limits
  jobs: Jobs
  /** Whoever is connected, in whichever server. */
  channels: Channels
  /** Reads as the platform, for the few things that a workspace must know about it. */
  onPlatform: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/** The caller's end of the line. Cookies that a handler sets leave with its answer. */
export type Browser = {
  address: string
  cookie(name: string): string | undefined
  setCookie(name: string, value: string | null, seconds: number): void
}

/** All a handler may touch: what it does is done by the transaction, so a thrown refusal undoes it and a returned one does not. */
export type Ctx<M = Me> = {
  db: Db
  me: M
  tenant: Tenant
  session_id: number | null
  browser: Browser
  services: Services
  /** Its lines carry the id of the request. */
  log: Log
}

/** Connections under row security: of the workspaces, and of the platform. */
export type Pools = { workspace: pg.Pool; platform: pg.Pool }
