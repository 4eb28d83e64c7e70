import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIPv4, isIPv6 } from 'node:net'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { priceInWords, priceProblem } from './billing/money.ts'
import { isLoopback } from './kit/http/host.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

const defaultPort = 8000

const Whole = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number)
const Printable = (message: string) => z.string().regex(/^[!-~]+$/, message)
const Flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1')
const UrlOf = (...schemes: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol),
      `must be a URL (${schemes.join(' or ')}//…)`,
    )

const OriginOf = (...schemes: string[]) =>
  UrlOf(...schemes).refine(
    (value) => !URL.canParse(value) || value.toLowerCase().replace(/\/$/, '') === new URL(value).origin,
    'must be an origin, without a path',
  )

const Proxies = z.string().transform((value, { addIssue }) => {
  if (value.trim() === 'none') return false
  const proxies = value.split(',').map((proxy) => proxy.trim())
  const wrong = proxies.find((proxy) => !isProxy(proxy))
  if (wrong === undefined) return proxies
  addIssue({
    code: 'custom',
    message: `must list addresses or networks of proxies, such as 10.0.0.5 or 10.0.0.0/24, or be none: ${JSON.stringify(wrong)} is neither`,
  })
  return z.NEVER
})

const HostNames = z.string().transform((value, { addIssue }) => {
  const names = value.split(',').map((name) => name.trim().toLowerCase())
  if (names.every((name) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name))) return names
  addIssue({ code: 'custom', message: 'must list names of hosts, such as atrium.internal' })
  return z.NEVER
})

/** All variables that the server reads. */
export const Environment = z.object({
  // A misspelt `production` would expose the mailbox and the test checkout to everybody.
  NODE_ENV: z.enum(['development', 'test', 'production'], 'must be development or production').default('development'),
  PUBLIC_URL: UrlOf('http:', 'https:')
    .refine((value) => new URL(value).pathname === '/', 'must have no path')
    .optional(),
  PORT: Whole.pipe(z.number().max(65535, 'must be at most 65535')).default(defaultPort),
  HOST: z.string().min(1).optional(),
  DATABASE_URL: UrlOf('postgres:', 'postgresql:').optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: Whole.pipe(z.number().min(1, 'must be at least 1').max(3660, 'must be at most 3660')).default(7),
  BACKUP_KEY: z.string().min(20, 'must have at least 20 characters').optional(),
  REDIS_URL: UrlOf('redis:', 'rediss:').optional(),
  WORKERS: z
    .string()
    .regex(/^([1-9]|[1-5]\d|6[0-4]|auto)$/, 'must be a number from 1 to 64, or auto')
    .transform((value) => (value === 'auto' ? Math.min(64, availableParallelism()) : Number(value)))
    .default(1),
  DRAIN_SECONDS: Whole.pipe(z.number().max(6, 'must be at most 6')).default(0),
  FILE_MB: Whole.pipe(z.number().min(1, 'must be at least 1').max(1000, 'must be at most 1000')).default(25),
  FILES_GB: Whole.pipe(z.number().min(1, 'must be at least 1').max(100_000, 'must be at most 100000')).default(5),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ENDPOINT: OriginOf('http:', 'https:').optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,50}$/, 'must be the name of a region')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: Printable('must consist of printable characters').optional(),
  S3_SECRET_ACCESS_KEY: Printable('must consist of printable characters').optional(),
  CLAMAV_URL: UrlOf('tcp:').optional(),
  SMTP_URL: UrlOf('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.string().min(3).optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SESSION_SECRET_OLD: z.string().min(32, 'must have at least 32 characters').optional(),
  DEMO: Flag.optional(),
  METRICS_PORT: Whole.pipe(z.number().min(1, 'must be at least 1').max(65535, 'must be at most 65535')).optional(),
  METRICS_HOST: z.string().min(1).optional(),
  METRICS_NAMES: HostNames.optional(),
  METRICS_TOKEN: Printable('must consist of printable characters').min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: UrlOf('http:', 'https:').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a log level').default('info'),
  RATE_LIMIT: Whole.pipe(z.number().max(100_000, 'must be at most 100000')).default(200),
  TRUST_PROXY: Proxies.optional(),
  STRIPE_SECRET_KEY: Printable('must be a key of Stripe’s').optional(),
  STRIPE_WEBHOOK_SECRET: Printable('must be a secret of Stripe’s').optional(),
  STRIPE_API_BASE: OriginOf('http:', 'https:').optional(),
  PLAN_AMOUNT: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,2})?$/, 'must be an amount such as 29.00')
    .refine((value) => Number(value) > 0, 'must be more than 0')
    .transform((value) => Number(value).toFixed(2))
    .default('29.00'),
  PLAN_CURRENCY: z.string().toLowerCase().default('usd'),
  PLAN_DAYS: Whole.pipe(z.number().min(1, 'must be at least 1').max(3660, 'must be at most 3660')).default(30),
})

export type Config = ReturnType<typeof readConfig>

/** A wrong or missing setting, worded for the operator. */
export class ConfigError extends Error {}

/** Reads and validates all settings. Throws a `ConfigError` of one line. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const nonEmpty = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(nonEmpty)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '))
  const settings = withAddress(parsed.data)
  const production = settings.NODE_ENV === 'production'
  const data_dir = path.resolve(settings.DATA_DIR)

  if (production) mustBeFitForProduction(settings)
  else mustBeLocal(settings.PUBLIC_URL)
  const stripe = stripeOf(settings, production)
  const wrong = priceProblem(settings.PLAN_AMOUNT, settings.PLAN_CURRENCY)
  if (wrong) throw new ConfigError(wrong)

  const url = new URL(settings.PUBLIC_URL)
  return {
    /** The version of this program. */
    version,
    production,
    /** Origin of the main domain, without a trailing slash. */
    public_url: url.origin,
    /** The main domain with its port, as browsers send it in Host. */
    domain: url.host,
    hostname: url.hostname,
    secure: url.protocol === 'https:',
    port: settings.PORT,
    host: settings.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    database_url: settings.DATABASE_URL ?? null,
    /** Carries the messages between servers, in place of the database. */
    redis_url: settings.REDIS_URL ?? null,
    ...processesOf(settings),
    data_dir,
    ...backupsOf(settings),
    files: filesOf(settings),
    smtp_url: settings.SMTP_URL ?? null,
    mail_from: settings.MAIL_FROM ?? `Atrium <no-reply@${url.hostname}>`,
    ...secretsOf(settings, data_dir),
    /** Whether there is a demonstration. In production strangers share it, so it is only there on request. */
    demo: settings.DEMO ?? !production,
    log_level: settings.LOG_LEVEL,
    /** The address of the figures for Prometheus. Null unless they are wanted. */
    metrics: metricsOf(settings),
    /** The collector of traces, without a trailing slash. Null unless they are wanted. */
    traces_url: settings.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '') ?? null,
    /** Sustained requests per second of one session, from which the larger limits are derived. 0 disables them all. */
    rate_limit: settings.RATE_LIMIT,
    /** Addresses and networks of the proxies whose `X-Forwarded-For` is trusted. */
    trust_proxy: settings.TRUST_PROXY ?? false,
    /** Null in development only, where the test checkout replaces Stripe. */
    stripe,
    /** For the test checkout, which generates a secret if this is null. */
    webhook_secret: settings.STRIPE_WEBHOOK_SECRET ?? null,
    /** The price of one payment, also in words, and the days that it buys. `amount` has two decimals. */
    plan: {
      amount: settings.PLAN_AMOUNT,
      currency: settings.PLAN_CURRENCY,
      days: settings.PLAN_DAYS,
      price: priceInWords(settings.PLAN_AMOUNT, settings.PLAN_CURRENCY),
    },
    /** Origin of a workspace's pages. */
    workspaceUrl: (subdomain: string) => `${url.protocol}//${subdomain}.${url.host}`,
  } as const
}

/** Without a PUBLIC_URL, the server is where it listens. */
const withAddress = ({ PUBLIC_URL, PORT, ...settings }: z.output<typeof Environment>) => ({
  ...settings,
  PORT,
  PUBLIC_URL: PUBLIC_URL ?? `http://localhost:${PORT || defaultPort}`,
})
type Settings = ReturnType<typeof withAddress>

const processesOf = ({ WORKERS, DRAIN_SECONDS }: z.output<typeof Environment>) => ({
  /** Number of processes that serve requests. */
  workers: WORKERS,
  /** How long a stopping server goes on serving, so that a load balancer takes it out first. */
  drain_milliseconds: DRAIN_SECONDS * 1000,
})

const secretsOf = ({ SESSION_SECRET, SESSION_SECRET_OLD }: z.output<typeof Environment>, data_dir: string) => ({
  session_secret: SESSION_SECRET ?? keptSecret(data_dir),
  /** Another secret whose signatures are accepted while SESSION_SECRET is replaced. */
  session_secret_old: SESSION_SECRET_OLD ?? null,
})

/** A bucket of S3, or of another store that speaks its language. `endpoint` is null for Amazon's own. */
export type Bucket = { name: string; endpoint: string | null; region: string; access_key_id: string; secret_access_key: string }

function filesOf({ FILE_MB, FILES_GB, CLAMAV_URL, ...settings }: z.output<typeof Environment>) {
  const limits = {
    most_bytes: FILE_MB * 1024 ** 2,
    most_bytes_of_workspace: FILES_GB * 1024 ** 3,
    clamav_url: CLAMAV_URL ?? null,
  }
  const { S3_BUCKET: name, S3_ENDPOINT, S3_REGION: region, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings
  if (!name) {
    for (const [given, value] of Object.entries({ S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }))
      if (value !== undefined) throw new ConfigError(`${given} needs S3_BUCKET`)
    return { ...limits, bucket: null }
  }
  if (!S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    throw new ConfigError('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  const endpoint = S3_ENDPOINT ? new URL(S3_ENDPOINT).origin : null
  const bucket: Bucket = { name, endpoint, region, access_key_id: S3_ACCESS_KEY_ID, secret_access_key: S3_SECRET_ACCESS_KEY }
  return { ...limits, bucket }
}

const backupsOf = ({ BACKUP_DIR, BACKUP_KEEP, BACKUP_KEY }: z.output<typeof Environment>) => ({
  /** The folder of nightly backups. Null if there are none. */
  backup_dir: BACKUP_DIR ? path.resolve(BACKUP_DIR) : null,
  /** The number of nightly backups that are kept. */
  backup_keep: BACKUP_KEEP,
  /** The passphrase that backups are encrypted with. Null if they are not. */
  backup_key: BACKUP_KEY ?? null,
})

function mustBeFitForProduction({ PUBLIC_URL, SESSION_SECRET, SMTP_URL, TRUST_PROXY }: Settings) {
  if (new URL(PUBLIC_URL).protocol !== 'https:')
    throw new ConfigError('PUBLIC_URL must start with https: when NODE_ENV is production, where a proxy in front ends TLS')
  for (const [name, value] of Object.entries({ SESSION_SECRET, SMTP_URL }))
    if (value === undefined) throw new ConfigError(`${name} is required when NODE_ENV is production`)
  if (isGuessable(SESSION_SECRET ?? ''))
    throw new ConfigError('SESSION_SECRET must be random when NODE_ENV is production: use the output of openssl rand -hex 32')
  if (TRUST_PROXY === undefined)
    throw new ConfigError(
      'TRUST_PROXY is required when NODE_ENV is production: the addresses or networks of the proxies in front, or none',
    )
}

/** Development shows every mail and has a super admin with a known password, so it must not be reachable from other machines. */
function mustBeLocal(public_url: string) {
  const { hostname, origin } = new URL(public_url)
  if (isLoopback(hostname) || hostname.endsWith('.test')) return
  throw new ConfigError(
    `PUBLIC_URL ${origin} is not on this machine: set NODE_ENV=production with the settings that it requires, or use a local PUBLIC_URL such as http://localhost:8000`,
  )
}

/** 32 random hexadecimal digits contain about 29 different pairs of neighbours. Repeated words contain few. */
function isGuessable(secret: string) {
  const pairs = Array.from({ length: secret.length - 1 }, (_, i) => secret.slice(i, i + 2))
  return new Set(pairs).size < 20
}

/** Whether the value is an address or a network of reasonable size. */
function isProxy(value: string) {
  const [address = '', bits] = value.split('/')
  if (!/^[\da-fA-F.:]+(\/\d{1,3})?$/.test(value)) return false
  if (isIPv4(address)) return bits === undefined || (Number(bits) >= 8 && Number(bits) <= 32)
  if (!isIPv6(address)) return false
  if (bits === undefined || bits === '128') return true
  // Networks that start with zeros contain the IPv4-mapped addresses.
  return Number(bits) >= 7 && Number(bits) < 128 && !/^[0:]/.test(address)
}

export type StripeAccount = { secret_key: string; webhook_secret: string; api_base: string | null }

function stripeOf(settings: z.output<typeof Environment>, production: boolean): StripeAccount | null {
  const { STRIPE_SECRET_KEY: secret_key, STRIPE_WEBHOOK_SECRET: webhook_secret, STRIPE_API_BASE: api_base } = settings
  if (!secret_key && production) throw new ConfigError('STRIPE_SECRET_KEY is required when NODE_ENV is production')
  if (!secret_key && api_base) throw new ConfigError('STRIPE_API_BASE needs STRIPE_SECRET_KEY')
  if (!secret_key) return null
  if (!webhook_secret) throw new ConfigError('STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY')
  return { secret_key, webhook_secret, api_base: api_base ? new URL(api_base).origin : null }
}

function metricsOf({
  METRICS_PORT: port,
  METRICS_HOST,
  METRICS_NAMES,
  METRICS_TOKEN: token,
  PORT,
}: z.output<typeof Environment>) {
  if (port === undefined) {
    for (const [name, value] of Object.entries({ METRICS_HOST, METRICS_NAMES, METRICS_TOKEN: token }))
      if (value !== undefined) throw new ConfigError(`${name} needs METRICS_PORT`)
    return null
  }
  if (port === PORT) throw new ConfigError('METRICS_PORT must differ from PORT')
  const host = METRICS_HOST ?? '127.0.0.1'
  // On any other address the names of workspaces may lead to it.
  if (!token && !isLoopback(host) && host !== '::1')
    throw new ConfigError('METRICS_TOKEN is required with a METRICS_HOST that other machines reach')
  return { port, host, names: METRICS_NAMES ?? [], token: token ?? null }
}

function keptSecret(data_dir: string) {
  const file = path.join(data_dir, 'session-secret')
  if (!existsSync(file)) {
    mkdirSync(data_dir, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8')
}
