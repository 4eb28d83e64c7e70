// How the doctor runs a check: within its time, worded without secrets.
import type { Finding } from 'contract'
import type { Config } from '../config.ts'

/** `look` resolves with what is well, or throws what is wrong. */
export type Check = {
  name: string
  remedy: string
  look: (signal: AbortSignal) => Promise<string>
}

export async function run(
  { name, remedy, look }: Check,
  { config, seconds }: { config: Config; seconds: number },
): Promise<Finding> {
  const signal = AbortSignal.timeout(seconds * 1000)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`No result within ${seconds} s.`)))
  })
  try {
    return { name, passed: true, detail: withoutSecrets(await Promise.race([look(signal), late]), config), remedy: null }
  } catch (error) {
    return { name, passed: false, detail: withoutSecrets(wordsOf(error), config), remedy }
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length) return error.errors.map(wordsOf).join('; ')
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `: ${wordsOf(error.cause)}`
  return `${error.message || ('code' in error ? error.code : error.name)}${cause}`
}

/** A server may repeat what it was sent, such as a password. */
function withoutSecrets(
  text: string,
  { session_secret, session_secret_old, smtp_url, database_url, redis_url, stripe, webhook_secret, files }: Config,
) {
  const passwords = [smtp_url, database_url, redis_url].map((url) => url && new URL(url).password)
  // Some mail servers take a key as the user's name. A database's is a word that may be in any sentence.
  const user = smtp_url && new URL(smtp_url).username
  const secrets = [
    session_secret,
    session_secret_old,
    stripe?.secret_key,
    stripe?.webhook_secret,
    webhook_secret,
    files.bucket?.secret_access_key,
    ...passwords,
    user,
  ]
  return secrets.reduce<string>((rest, secret) => {
    if (!secret) return rest
    const forms = [secret, decodeURIComponent(secret), Buffer.from(decodeURIComponent(secret)).toString('base64')]
    return forms.reduce((shown, form) => shown.replaceAll(form, '•••'), rest)
  }, text)
}
