// What every handler is given. Types only, so that any folder of the kit may import them.
import type { Accent, Finding, FirstDay, Me } from 'contract'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Db } from './db/db.ts'
import type { Scan } from './files/scanner.ts'
import type { FileStore } from './files/store.ts'
import type { Jobs } from './jobs.ts'
import type { Channels } from './realtime/channels.ts'
import type { Limits } from './security/limits.ts'
import type { Tokens } from './security/tokens.ts'

/** The workspace of a request, or the platform (id 0), in its current state. */
export type Tenant = {
  id: number
  name: string
  subdomain: string
  timezone: string
  /** Today's date in that time zone, `YYYY-MM-DD`. */
  today: string
  is_blocked: boolean
  /** The demonstration of a server in production, which strangers share. */
  is_public_demo: boolean
  /** On trial or paid for. */
  is_open: boolean
  on_trial: boolean
  /** The last day of the trial or of the paid time, `YYYY-MM-DD`. */
  open_until: string | null
  first_day: FirstDay
  accent: Accent
  /** True if everybody has to have a second factor. For the platform: if super admins have to. */
  requires_second_factor: boolean
}

/** What the whole server shares. */
export type Services = {
  config: Config
  tokens: Tokens
  limits: Limits
  jobs: Jobs
  /** Reach the connections of every server. */
  channels: Channels
  /** The bytes of files. */
  store: FileStore
  /** Looks for malware. Null if there is no ClamAV. */
  scan: Scan | null
  /** Opens a connection for a long read of this workspace alone, under row security. The caller ends it. */
  connectAlone: (tenant_id: number) => Promise<pg.Client>
  /** Reads as the platform, for the few facts about it that a workspace needs. */
  onPlatform: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Checks the installation. */
  examine: () => Promise<Finding[]>
}

type WriteLine = (details: object, message: string) => void
export type Log = { info: WriteLine; warn: WriteLine; error: WriteLine }

/** The caller's browser. Cookies that a handler sets are sent with its response. */
export type Browser = {
  address: string
  /** Its own description of itself. */
  agent: string
  request_id: string
  cookie(name: string): string | undefined
  setCookie(name: string, value: string | null, seconds: number): void
}

/**
 * Everything a handler may touch. Its changes belong to the transaction: a thrown refusal rolls them back, and a returned one
 * commits them.
 */
export type Ctx<M = Me> = {
  db: Db
  me: M
  tenant: Tenant
  session_id: number | null
  /** The id that the browser gave this change: its `Idempotency-Key` header. */
  change_id: string | undefined
  browser: Browser
  services: Services
  /** Adds the request, the workspace, the person and the address to each line. */
  log: Log
}

/** A publisher of events has a transaction, its tenant, and the channels. */
export type Publisher = { db: Db; tenant: { id: number }; services: Pick<Services, 'channels'> }

/** The person on whose behalf something is read. */
export type Viewer = Pick<Ctx, 'db' | 'tenant' | 'me'>

/** Connection pools under row security, for workspaces and for the platform. */
export type Pools = { workspace: pg.Pool; platform: pg.Pool }
